import { expect, test } from 'vitest'
import { describeChange } from './change-text.ts'

type Entry = Parameters<typeof describeChange>[0]

const NOTHING: Entry = {
  at: '2026-11-23T10:00:00Z',
  targets: ['CredentialsBinding/garden/aws-1', 'GlobalAccount/ga-1'],
  outcome: 'accepted',
  before: null,
  wanted: null,
  result: null,
}
const labelled = (labels: Record<string, string>, annotations: Record<string, string> = {}) => ({
  labels: { hyperscalerType: 'aws', ...labels },
  annotations,
  resourceVersion: '1',
})
const note = (name: string, value: string) => ({ [`hap.kyma-project.io/${name}`]: value })
const CLAIMED = labelled({ tenantName: 'ga-1' })
const CLAIM = ['Claim/c-1', 'GlobalAccount/ga-1']
const claim = (status: string, cluster: string | null) => ({ status, binding: { name: 'aws-1' }, cluster })

test.each<[string, Partial<Entry>, string | null]>([
  [
    'a hold',
    {
      before: CLAIMED,
      result: labelled({ tenantName: 'ga-1', dirty: 'held' }, { ...note('hold', 'why'), ...note('held-flags', '') }),
    },
    'claimed → held',
  ],
  [
    'the planned change',
    { outcome: 'failed', before: CLAIMED, wanted: labelled({ internal: 'true' }) },
    'claimed → internal',
  ],
  [
    'another note, with the state as it was',
    {
      before: labelled({ tenantName: 'ga-1' }, note('epoch', '1')),
      result: labelled({ tenantName: 'ga-1' }, { ...note('epoch', '2'), ...note('selected-by', 'c-9') }),
    },
    'selected-by c-9',
  ],
  ['no planned change', { outcome: 'refused', before: CLAIMED }, null],
  [
    'a job that ended',
    { targets: ['Job/1'], wanted: { status: 'cancelled', done: 76, failed: 0, pending: 0, cancelled: 8 } },
    '76 done, 8 cancelled',
  ],
  [
    'a job that starts',
    { targets: ['Job/1'], wanted: { action: 'hold', targets: 1_200, until: null } },
    'Hold, 1,200 bindings',
  ],
  [
    'the adopted shoots',
    { targets: ['Namespace/garden'], result: { clusters: 7, bindings: 4 } },
    '7 clusters, 4 bindings',
  ],
  [
    'the cluster of a claim',
    { targets: CLAIM, before: claim('reserved', null), result: claim('reserved', 'c-1') },
    'cluster c-1',
  ],
  [
    'a claim that got a binding',
    {
      targets: CLAIM,
      before: { status: 'pending', account: null },
      result: { ...claim('reserved', 'c-1'), account: 'a' },
    },
    'pending → reserved, cluster c-1',
  ],
  [
    'another cluster of a claim',
    { targets: CLAIM, before: claim('reserved', 'c-1'), result: claim('reserved', 'c-2') },
    'cluster c-2',
  ],
  [
    'the allowlist',
    {
      targets: ['Allowlist'],
      before: { allowed: ['a'], limits: { default: 1 } },
      wanted: { allowed: ['b', 'c'], limits: { default: 2 } },
    },
    'allowedGlobalAccounts: 2 added, 1 removed, limits.default 2',
  ],
  ['a removed value', { targets: ['View/1'], before: { name: 'mine' }, wanted: { name: null } }, 'name removed'],
  ['a long text', { targets: ['View/1'], before: { query: 'a' }, wanted: { query: 'b'.repeat(99) } }, 'query changed'],
])('%s', (_, entry, words) => {
  expect(describeChange({ ...NOTHING, ...entry })).toBe(words)
})
