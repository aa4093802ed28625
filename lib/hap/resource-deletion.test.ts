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
  ['one that goes already', { ...CLUSTER, deleting: true }, 'It is being deleted already.'],
  [
    'a request of a Cluster',
    { ...REQUEST, owner: 'c-1' },
    'It belongs to the Cluster c-1, which would ask for an account again. Delete that.',
  ],
])('%s', (_, facts, obstacle) => {
  expect(deletionRefusal(facts)).toBe(obstacle)
})

describe('what comes of it', () => {
  test.each<[string, DeletionFacts, readonly string[], boolean]>([
    [
      'a Cluster with all it can have',
      { ...CLUSTER, shoot: 'c-abc', binding: 'aws-1', kubeconfigs: 2 },
      [
        'Gardener deletes the shoot c-abc with everything in it. That cannot be undone.',
        'Then the account of aws-1 is given back.',
        '2 KubeconfigRequests are left without a cluster.',
      ],
      true,
    ],
    ['one of which nothing came', CLUSTER, ['Nothing has been made for it yet; its request goes too.'], true],
    [
      'one that was brought',
      { ...CLUSTER, brought: true, kubeconfigs: 1 },
      [
        'The cluster itself stays: somebody brought it. Its administrators lose the access HAP gave them.',
        'The access of one KubeconfigRequest ends for good.',
      ],
      true,
    ],
    ['a request that waits', REQUEST, ['It leaves the queue and gets no account.'], false],
    ['one with its account', { ...REQUEST, binding: 'aws-1' }, ['The account of aws-1 is given back.'], true],
    [
      'one that is the last to use its account',
      { ...REQUEST, binding: 'aws-1', others: 0 },
      [
        'The account of aws-1 is given back.',
        'Unless it is a shared one, it becomes dirty once no cluster uses it, and has to be cleaned.',
      ],
      true,
    ],
    [
      'a Cluster whose account two others use',
      { ...CLUSTER, binding: 'aws-1', others: 2 },
      ['The account of aws-1 stays as it is, since 2 others here use it.'],
      true,
    ],
    [
      'a request whose account another one uses',
      { ...REQUEST, binding: 'aws-1', others: 1 },
      ['The account of aws-1 stays as it is, since another one here uses it.'],
      true,
    ],
  ])('%s', (_, facts, consequence, named) => {
    expect(deletionConsequence(facts)).toEqual(consequence)
    expect(mustTypeName(facts)).toBe(named)
  })
})
