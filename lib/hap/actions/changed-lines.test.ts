import { expect, test } from 'vitest'
import { changedLines } from './changed-lines.ts'

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
