import type { AdministratorsCheck, Cluster } from '#lib/operators/api/cluster.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'

/** So long nobody goes and looks whether somebody has changed the administrators inside: each time costs Gardener a certificate. */
export const CHECK_EVERY_MS = 6 * 3_600_000

/** The way into a cluster as far as it shows from outside. */
export interface Entrance {
  /** Null for a cluster that was brought: it shows inside. */
  readonly shootUid: string | null
  /** Null for a shoot. */
  readonly secretVersion: string | null
}

/** Whether the administrators of a Cluster were seen to not long ago, for this generation, in the cluster this way leads to. */
export function isChecked(
  { metadata: { generation }, status }: Cluster,
  { shootUid, secretVersion }: Entrance,
  now: number,
): boolean {
  const condition = findCondition(status?.conditions, 'AdministratorsReady')
  const check = status?.administratorsCheck
  if (check === undefined || condition?.observedGeneration !== generation || !SETTLED.has(condition.reason))
    return false
  if (shootUid !== null && check.clusterUid !== shootUid) return false
  if (secretVersion !== null && check.secretVersion !== secretVersion) return false
  return now < nextCheck(check)
}

/** Epoch milliseconds. */
export function nextCheck({ time }: AdministratorsCheck): number {
  return Date.parse(time) + CHECK_EVERY_MS
}

const SETTLED: ReadonlySet<string> = new Set(['AdministratorsBound', 'AccessNotGranted'])
