import { expect, test } from 'vitest'
import { listUses } from './binding-uses.ts'
import { getClusterDetail } from './cluster-detail.ts'
import { getSubscriptionDetail } from './subscription-detail.ts'
import { cluster, knownObjects, subscription } from './testing/known-objects.ts'

const BINDING = { kind: 'CredentialsBinding', namespace: 'garden-kyma', name: 'aws-1' } as const
const owner = { apiVersion: 'operator.kyma-project.io/v1alpha1', kind: 'Cluster', name: 'b', uid: 'uid-b' }
const objects = knownObjects({
  clusters: [
    cluster({ name: 'b' }, { bindingRef: BINDING }),
    cluster({ name: 'a' }, { bindingRef: { ...BINDING, name: 'aws-2' } }),
  ],
  subscriptions: [
    subscription({ name: 'b', ownerReferences: [owner] }, { bindingRef: BINDING }),
    subscription({ name: 'mine' }, { bindingRef: BINDING }),
  ],
})
const namesOf = (...[used]: [Parameters<typeof listUses>[1]]) =>
  listUses(objects, used).uses.map(({ kind, name }) => `${kind} ${name}`)

test('lists Clusters of a binding, and requests without a Cluster', () => {
  expect(namesOf({ binding: BINDING })).toEqual(['Cluster b', 'SubscriptionRequest mine'])
  expect(namesOf({ binding: { kind: 'SecretBinding', name: 'aws-1' } })).toEqual([])
})

test('lists Clusters and requests of a global account', () => {
  expect(namesOf({ globalAccount: 'ga-1' })).toEqual(['Cluster a', 'Cluster b', 'SubscriptionRequest mine'])
})

test('names the first ten and counts all', () => {
  const many = knownObjects({ clusters: Array.from({ length: 12 }, (_, index) => cluster({ name: `c-${index}` })) })
  const { uses, total } = listUses(many, { globalAccount: 'ga-1' })
  expect([uses.length, total]).toEqual([10, 12])
  expect(listUses(null, { globalAccount: 'ga-1' })).toEqual({ uses: [], total: 0 })
})

test('the deletion of one of several users reports that the others keep the account', () => {
  const keeps = 'Account aws-1 is kept because another cluster uses it.'
  expect(getClusterDetail(objects, 'b')?.deletion.consequence).toContain(keeps)
  expect(getSubscriptionDetail(objects, 'mine')?.deletion.consequence).toEqual([keeps])
  expect(getClusterDetail(objects, 'a')?.deletion.consequence).toContain('Then the account aws-2 will be released.')
})
