import { describe, expect, test } from 'vitest'
import { type DeletionFacts, deletionConsequence, deletionRefusal, mustTypeName } from './resource-deletion.ts'

const CLUSTER: DeletionFacts = {
  kind: 'Cluster',
  deleting: false,
  owner: null,
  shoot: null,
  binding: null,
  brought: false,
  others: null,
  kubeconfigs: 0,
}
const REQUEST: DeletionFacts = { ...CLUSTER, kind: 'SubscriptionRequest' }

test.each<[string, DeletionFacts, string | null]>([
  ['a Cluster', CLUSTER, null],
  ['an object that is being deleted', { ...CLUSTER, deleting: true }, 'Already being deleted.'],
  [
    'a request of a Cluster',
    { ...REQUEST, owner: 'c-1' },
    'It belongs to the Cluster c-1, which would request an account again. Delete the Cluster instead.',
  ],
])('%s', (_, facts, obstacle) => {
  expect(deletionRefusal(facts)).toBe(obstacle)
})

describe('the consequence', () => {
  test.each<[string, DeletionFacts, readonly string[], boolean]>([
    [
      'a Cluster with all it can have',
      { ...CLUSTER, shoot: 'c-abc', binding: 'aws-1', kubeconfigs: 2 },
      [
        'Gardener will delete the shoot c-abc with everything in it. This cannot be undone.',
        'Then the account aws-1 will be released.',
        '2 KubeconfigRequests will have no cluster.',
      ],
      true,
    ],
    [
      'one of which nothing came',
      CLUSTER,
      ['Nothing has been created yet; its subscription request is deleted too.'],
      true,
    ],
    [
      'an imported Cluster',
      { ...CLUSTER, brought: true, kubeconfigs: 1 },
      [
        'The cluster itself is imported and will not be deleted. Its administrators lose the access that HAP granted.',
        'The access of 1 KubeconfigRequest will be revoked permanently.',
      ],
      true,
    ],
    ['a request that waits', REQUEST, ['The request leaves the queue without an account.'], false],
    ['one with its account', { ...REQUEST, binding: 'aws-1' }, ['The account aws-1 will be released.'], true],
    [
      'the last object that uses its account',
      { ...REQUEST, binding: 'aws-1', others: 0 },
      [
        'The account aws-1 will be released.',
        'Unless shared, it becomes dirty once no cluster uses it and must be cleaned.',
      ],
      true,
    ],
    [
      'a Cluster with two other users of its account',
      { ...CLUSTER, binding: 'aws-1', others: 2 },
      ['Account aws-1 is kept because 2 other clusters use it.'],
      true,
    ],
    [
      'a request with another user of its account',
      { ...REQUEST, binding: 'aws-1', others: 1 },
      ['Account aws-1 is kept because another cluster uses it.'],
      true,
    ],
  ])('%s', (_, facts, consequence, named) => {
    expect(deletionConsequence(facts)).toEqual(consequence)
    expect(mustTypeName(facts)).toBe(named)
  })
})
