import type { ClusterReason } from '#lib/operators/api/cluster-conditions.ts'
import { type ClusterFinding, clusterFinding } from './cluster-finding.ts'

type Reason = ClusterReason

/** Reasons that nothing comes of by itself. */
const FAILED: ReadonlySet<Reason> = new Set<Reason>([
  'SpecInvalid',
  'SubscriptionRefused',
  'ShootFailed',
  'ShootRefused',
  'ShootForeign',
  'ShootGone',
  'AccountUnauthenticated',
  'AccountUnauthorized',
  'AccountQuotaExceeded',
  'AccountResourcesDepleted',
  'AccountDirty',
  'AccountUnfit',
  'KubeconfigMissing',
  'KubeconfigRefused',
  'KubeconfigInvalid',
  'KubeconfigUnreadable',
  'CloudProfileUnavailable',
  'GardenerRefused',
  'ChangeForbidden',
  'ChangeConflicts',
  'ClusterRefused',
  'AccessNotGranted',
])

const WAITING: ReadonlySet<Reason> = new Set<Reason>(['SubscriptionRequested', 'SubscriptionWaiting'])

/** The condition Ready of a Cluster that is not being deleted: all others in one word, with the message of the one that decides. */
export function readySummary(findings: readonly ClusterFinding[]): ClusterFinding {
  const failed = findings.find(({ reason }) => FAILED.has(reason))
  if (failed !== undefined) return clusterFinding('Ready', 'False', 'Failed', failed.message)
  const waiting = findings.find(({ reason }) => WAITING.has(reason))
  if (waiting !== undefined) return clusterFinding('Ready', 'False', 'Waiting', waiting.message)
  const open = findings.find(({ status }) => status !== 'True')
  if (open !== undefined) return clusterFinding('Ready', 'False', 'InProgress', open.message)
  return clusterFinding('Ready', 'True', 'Ready', 'The cluster is as asked for.')
}
