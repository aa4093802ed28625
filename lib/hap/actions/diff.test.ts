import { expect, test } from 'vitest'
import { type Account, ANNOTATIONS } from '../pools/binding.ts'
import { changedLines, type Preconditions, preconditionsOf, staleVersionReason } from './diff.ts'

const seen = (labels: Record<string, string>, annotations: Record<string, string> = {}) => ({
  resourceVersion: '1',
  labels,
  annotations,
})

test('lists added, removed and changed labels only', () => {
  const before = seen({ tenantName: 'ga-1', hyperscalerType: 'aws', shared: 'true' })
  const now = seen({ tenantName: 'ga-2', hyperscalerType: 'aws', dirty: 'true' })
  expect(changedLines(before, now)).toEqual([
    { change: 'added', key: 'dirty', value: 'true', note: 'label' },
    { change: 'removed', key: 'shared', value: 'true', note: 'label' },
    { change: 'removed', key: 'tenantName', value: 'ga-1', note: 'label' },
    { change: 'added', key: 'tenantName', value: 'ga-2', note: 'label' },
  ])
})

test('omits the ids of writes', () => {
  const before = seen({}, { 'hap.kyma-project.io/epoch': '1' })
  const now = seen({}, { 'hap.kyma-project.io/epoch': '1', 'hap.kyma-project.io/writes': 'abc' })
  expect(changedLines(before, now)).toEqual([])
})

const ACCOUNT: Account = { kind: 'Secret', namespace: 'garden', name: 's-1' }
const at = (epoch: string | null, resourceVersion: string) => ({
  uid: 'u-1',
  account: ACCOUNT,
  annotations: epoch === null ? {} : { [ANNOTATIONS.epoch]: epoch },
  resourceVersion,
})

test.each<[string, Omit<Preconditions, 'seenIdentity'>, ReturnType<typeof at>, string | null]>([
  ['any version and epoch', { seenVersion: null, seenEpoch: null }, at('43', '9'), null],
  ['as it was', { seenVersion: '9', seenEpoch: 41 }, at('41', '9'), null],
  ['never selected', { seenVersion: '9', seenEpoch: 0 }, at(null, '9'), null],
  ['with a note that is no count', { seenVersion: null, seenEpoch: 0 }, at('many', '9'), null],
  [
    'selected in the meantime',
    { seenVersion: '9', seenEpoch: 41 },
    at('43', '11'),
    'It has been claimed or changed since (revision 41, now 43).',
  ],
  [
    'selected in the meantime, with an unknown version',
    { seenVersion: null, seenEpoch: 41 },
    at('43', '11'),
    'It has been claimed or changed since (revision 41, now 43).',
  ],
  ['changed past HAP', { seenVersion: '9', seenEpoch: 41 }, at('41', '10'), 'It has changed since.'],
])('%s', (_, seen, now, reason) => {
  expect(staleVersionReason({ ...seen, seenIdentity: null }, now)).toBe(reason)
})

test.each<[string, Partial<ReturnType<typeof at>>, string | null]>([
  ['the same object', {}, null],
  ['another object', { uid: 'u-2' }, 'It was recreated: it is another object that refers to the same account.'],
  [
    'another account',
    { uid: 'u-2', account: { ...ACCOUNT, name: 's-2' } },
    'It now refers to another account: Secret garden/s-2 instead of Secret garden/s-1.',
  ],
])('names %s, also when version and epoch are equal', (_, now, reason) => {
  const seen = at('41', '9')
  expect(staleVersionReason(preconditionsOf(seen), { ...seen, ...now })).toBe(reason)
})

test('names the other object rather than its version and epoch', () => {
  const now = { ...at(null, '10'), uid: 'u-2' }
  expect(staleVersionReason(preconditionsOf(at('41', '9')), now)).toMatch(/^It was recreated: /)
})

test('a record without a uid names the account only', () => {
  const seen = { ...preconditionsOf(at('41', '9')), seenIdentity: { uid: null, account: 'Secret/garden/s-1' } }
  expect(staleVersionReason(seen, at('41', '9'))).toBeNull()
  expect(staleVersionReason(seen, { ...at('41', '9'), account: { ...ACCOUNT, name: 's-2' } })).toMatch(
    /another account/,
  )
})
