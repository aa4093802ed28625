import { expect, test } from 'vitest'
import { readLabels } from '#lib/hap/pools/labels.ts'
import { parseSubscriptionSelector } from '#lib/hap/subscription-selector.ts'
import { unfitAccount } from './write-shoot.ts'

const binding = { kind: 'CredentialsBinding', namespace: 'garden', name: 'a' } as const

function found(asked: string, labels: Record<string, string>) {
  const parsed = parseSubscriptionSelector(asked)
  if ('problems' in parsed) throw new Error('no selector')
  return unfitAccount({ binding, selector: parsed.selector }, readLabels(binding.kind, labels))
}

test.each([
  ['of the global account', 'ga-1', { tenantName: 'ga-1' }, null],
  ['of the global account and dirty', 'ga-1', { tenantName: 'ga-1', dirty: 'true' }, 'AccountDirty'],
  ['cleaned since', 'ga-1', { hyperscalerType: 'aws' }, 'AccountUnfit'],
  ['cleaned and claimed by another one since', 'ga-1', { tenantName: 'ga-2' }, 'AccountUnfit'],
  ['cleaned, claimed by another one and dirty since', 'ga-1', { tenantName: 'ga-2', dirty: 'true' }, 'AccountDirty'],
  ['cleaned and shared since', 'ga-1', { shared: 'true' }, 'AccountUnfit'],
  ['shared, although it still has a tenant', 'ga-1', { shared: 'true', tenantName: 'ga-1' }, 'AccountUnfit'],
  ['on hold, with a label against sharing', 'ga-1', { shared: 'held', tenantName: 'ga-1' }, null],
  ['shared', 'shared', { shared: 'true' }, null],
  ['shared and on hold', 'shared', { shared: 'held' }, null],
  ['shared and dirty', 'shared', { shared: 'true', dirty: 'true' }, 'AccountDirty'],
  ['not shared any more', 'shared', { tenantName: 'ga-1' }, 'AccountUnfit'],
  ['the first of two', 'ga-1 || shared', { tenantName: 'ga-1' }, null],
  ['the second of two', 'ga-1 || shared', { shared: 'true' }, null],
  ['neither of two', 'ga-1 || shared', { tenantName: 'ga-2' }, 'AccountUnfit'],
  ['requested by the name of an object method', 'constructor', {}, 'AccountUnfit'],
])('the reason not to create a cluster on an account: %s', (_, asked, labels: Record<string, string>, reason) => {
  expect(found(asked, labels)?.reason ?? null).toBe(reason)
})

const ANOTHER = 'so no cluster is created on it. To get another account, delete the Cluster and create a new one.'

test.each([
  ['ga-1', `The CredentialsBinding a is not one of global account ga-1 alone, ${ANOTHER}`],
  ['shared', `The CredentialsBinding a is not shared, ${ANOTHER}`],
  ['ga-1 || shared', `The CredentialsBinding a is neither one of global account ga-1 alone nor shared, ${ANOTHER}`],
])('a message names the request of the Cluster: %s', (asked, message) => {
  expect(found(asked, {})?.message).toBe(message)
})
