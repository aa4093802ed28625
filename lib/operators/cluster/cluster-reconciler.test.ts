import { expect, test } from 'vitest'
import { readySummary } from './cluster-reconciler.ts'
import { clusterFinding } from './write-cluster-status.ts'

const accepted = clusterFinding('Accepted', 'True', 'SpecValid', 'valid')
const bound = clusterFinding('SubscriptionReady', 'True', 'SubscriptionBound', 'bound')
const running = clusterFinding('ClusterProvisioned', 'True', 'ShootReady', 'running')

test.each([
  ['everything is there', [accepted, bound, running], 'True', 'Ready', 'The cluster is as asked for.'],
  [
    'the account is waited for',
    [
      accepted,
      clusterFinding('SubscriptionReady', 'False', 'SubscriptionWaiting', 'empty'),
      clusterFinding('ClusterProvisioned', 'False', 'WaitingForSubscription', 'later'),
    ],
    'False',
    'Waiting',
    'empty',
  ],
  [
    'it is being made',
    [accepted, bound, clusterFinding('ClusterProvisioned', 'False', 'ShootCreating', '22 %')],
    'False',
    'InProgress',
    '22 %',
  ],
  [
    'it runs in trouble',
    [accepted, bound, clusterFinding('ClusterProvisioned', 'True', 'AccountUnauthorized', 'rights')],
    'False',
    'Failed',
    'rights',
  ],
  [
    'a change is forbidden',
    [accepted, bound, running, clusterFinding('SpecApplied', 'False', 'ChangeForbidden', 'no')],
    'False',
    'Failed',
    'no',
  ],
] as const)('when %s', (_, findings, status, reason, message) => {
  expect(readySummary(findings)).toEqual({ type: 'Ready', status, reason, message })
})
