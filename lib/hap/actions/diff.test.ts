import { expect, test } from 'vitest'
import { ANNOTATIONS } from '../pools/binding.ts'
import { changedLines, type SeenVersion, staleVersionReason } from './diff.ts'

const seen = (labels: Record<string, string>, annotations: Record<string, string> = {}) => ({
  resourceVersion: '1',
  labels,
  annotations,
})

test('names what came, went and has another value, and nothing else', () => {
  const before = seen({ tenantName: 'ga-1', hyperscalerType: 'aws', shared: 'true' })
  const now = seen({ tenantName: 'ga-2', hyperscalerType: 'aws', dirty: 'true' })
  expect(changedLines(before, now)).toEqual([
    { change: 'added', key: 'dirty', value: 'true', note: 'label' },
    { change: 'removed', key: 'shared', value: 'true', note: 'label' },
    { change: 'removed', key: 'tenantName', value: 'ga-1', note: 'label' },
    { change: 'added', key: 'tenantName', value: 'ga-2', note: 'label' },
  ])
})

test('leaves out the ids of writes', () => {
  const before = seen({}, { 'hap.kyma-project.io/epoch': '1' })
  const now = seen({}, { 'hap.kyma-project.io/epoch': '1', 'hap.kyma-project.io/writes': 'abc' })
  expect(changedLines(before, now)).toEqual([])
})

const at = (epoch: string | null, resourceVersion: string) => ({
  annotations: epoch === null ? {} : { [ANNOTATIONS.epoch]: epoch },
  resourceVersion,
})

test.each<[string, SeenVersion, ReturnType<typeof at>, string | null]>([
  ['whatever it is', { version: null, epoch: null }, at('43', '9'), null],
  ['as it was', { version: '9', epoch: 41 }, at('41', '9'), null],
  ['never selected', { version: '9', epoch: 0 }, at(null, '9'), null],
  ['with a note that is no count', { version: null, epoch: 0 }, at('many', '9'), null],
  [
    'selected meanwhile',
    { version: '9', epoch: 41 },
    at('43', '11'),
    'It was selected or changed since you opened this: its epoch was 41 and is 43.',
  ],
  [
    'selected meanwhile, of which nobody saw the version',
    { version: null, epoch: 41 },
    at('43', '11'),
    'It was selected or changed since you opened this: its epoch was 41 and is 43.',
  ],
  ['changed past HAP', { version: '9', epoch: 41 }, at('41', '10'), 'It changed since you opened this.'],
])('%s', (_, seen, now, reason) => {
  expect(staleVersionReason(seen, now)).toBe(reason)
})
