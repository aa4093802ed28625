import { expect, test } from 'vitest'
import { readLabels } from '#lib/hap/pools/labels.ts'
import { unfitAccount } from './unfit-account.ts'

const binding = { kind: 'CredentialsBinding', namespace: 'garden', name: 'a' } as const
const SO = 'so no cluster is made on it'
const ANOTHER = 'For another account delete the Cluster and make a new one.'
const DIRTY = {
  reason: 'AccountDirty',
  message: `The CredentialsBinding a is marked dirty, ${SO} before it is clean. ${ANOTHER}`,
}
const LOST = {
  reason: 'AccountNotTheirs',
  message: `The CredentialsBinding a is not of global account ga-1 any more, ${SO}. ${ANOTHER}`,
}
const UNSHARED = {
  reason: 'AccountNotTheirs',
  message: `The CredentialsBinding a is not shared any more, ${SO}. ${ANOTHER}`,
}

test.each([
  ['of the global account', 'ga-1', { tenantName: 'ga-1' }, null],
  ['of the global account and dirty', 'ga-1', { tenantName: 'ga-1', dirty: 'true' }, DIRTY],
  ['cleaned since', 'ga-1', { hyperscalerType: 'aws' }, LOST],
  ['cleaned and claimed by another one since', 'ga-1', { tenantName: 'ga-2' }, LOST],
  ['cleaned, claimed by another one and dirty since', 'ga-1', { tenantName: 'ga-2', dirty: 'true' }, DIRTY],
  ['shared', 'ga-1', { shared: 'true' }, null],
  ['shared and on hold', 'ga-1', { shared: 'held' }, null],
  ['shared and dirty', 'ga-1', { shared: 'true', dirty: 'true' }, DIRTY],
  ['shared, asked for by nobody in particular', '', { shared: 'true' }, null],
  ['not shared any more', '', { hyperscalerType: 'aws' }, UNSHARED],
  ['a label named like a member of Object.prototype', 'constructor', {}, { reason: 'AccountNotTheirs' }],
])('whether a cluster may be made on an account: %s', (_, globalAccount, labels: Record<string, string>, expected) => {
  const found = unfitAccount({ binding, globalAccount }, readLabels(binding.kind, labels))
  if (expected === null) expect(found).toBeNull()
  else expect(found).toMatchObject(expected)
})

test('what cannot be read is not judged: Gardener says whether it takes it', () => {
  expect(unfitAccount({ binding, globalAccount: 'ga-1' }, null)).toBeNull()
})
