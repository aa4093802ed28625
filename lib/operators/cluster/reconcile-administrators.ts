import { GardenError, isNotFound } from '#lib/garden/client/garden-error.ts'
import type { AdministratorsCheck, Cluster, ClusterReason } from '#lib/operators/api/cluster.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { readClusterUid } from '#lib/operators/kubeconfig/steps/observe-inside.ts'
import { isUnusable } from '#lib/operators/target/conceal-error.ts'
import type { TargetPlace } from '#lib/operators/target/find-target.ts'
import { isIdentified, type OpenTarget, openTarget } from '#lib/operators/target/open-target.ts'
import { formatTime } from '#lib/util/format.ts'
import { administratorChanges, grantAdministrators } from './administrator-bindings.ts'
import type { WorkingContext } from './cluster-context.ts'
import { visitCluster } from './run-in-cluster.ts'
import { type ClusterFacts, type ClusterFinding, clusterFinding } from './write-cluster-status.ts'

interface ReconciledAdministrators {
  readonly finding: ClusterFinding
  /** Empty without access; the present facts stay. */
  readonly facts: ClusterFacts
  /** Epoch milliseconds of the next check; null without access. */
  readonly nextCheck: number | null
  /** Why the cluster could not be opened; null when it was opened or did not have to be. */
  readonly closed: GardenError | null
  /**
   * Why an imported cluster could not be compared with the own ones, in sentences; null after a
   * comparison, undefined without a visit.
   */
  readonly unverified?: string | null
}

/**
 * Makes exactly the named users administrators of a cluster. Opens the cluster only when its
 * administrators are not known to be right, since each access costs Gardener a certificate; each
 * process also opens an imported cluster once to compare it with the own ones. Before binding users
 * in an imported cluster the status names them, so that they remain known if access is lost.
 */
export async function reconcileAdministrators(
  { opener, now, breaker }: Pick<WorkingContext, 'opener' | 'now' | 'breaker'>,
  cluster: Cluster,
  place: TargetPlace,
  signal: AbortSignal,
): Promise<ReconciledAdministrators> {
  const { spec, status, metadata } = cluster
  const names = spec.administrators ?? []
  const shootUid = place.by === 'shoot' ? place.uid : null
  const secretVersion = place.by === 'secret' ? place.version : null
  const before = status?.administratorsCheck
  const isKnown = isIdentified(opener, place) && isChecked(cluster, { shootUid, secretVersion }, now())
  if (before !== undefined && isKnown)
    return { finding: granted(names), facts: {}, nextCheck: nextCheck(before), closed: null }
  const begun = place.by === 'secret' ? newlyBegun(cluster) : null
  const time = formatTime(now())
  const { onConcealed } = opener
  let isOpen = true
  const open = () =>
    openTarget(opener, place, signal).catch((error: unknown) => {
      isOpen = false
      throw error
    })
  const access = { place, open, signal, ...(onConcealed && { onConcealed }) }
  try {
    if (begun !== null) {
      // A kubeconfig that is unusable or opens an own cluster is refused here: it never had administrators.
      await visitCluster(breaker, access, async () => undefined)
      const soon = finding('Unknown', 'AdministratorsBegun', 'Administrators are being set up.')
      return { finding: soon, facts: { administratorsBegun: begun }, nextCheck: now(), closed: null }
    }
    const { clusterUid, unverified } = await visitCluster(breaker, access, async (target, inside) => {
      const uid = shootUid ?? (await systemUid(target, inside))
      await grantAdministrators(target, metadata.uid, names, inside)
      return { clusterUid: uid, unverified: target.unverified?.() ?? null }
    })
    const check: AdministratorsCheck = { time, clusterUid, ...(secretVersion !== null && { secretVersion }) }
    const facts = { administrators: made(names), administratorsBegun: undefined, administratorsCheck: check }
    return { finding: granted(names), facts, nextCheck: nextCheck(check), closed: null, unverified }
  } catch (error) {
    if (!(error instanceof GardenError)) throw error
    const reason = error.isTransient ? 'ClusterUnreachable' : 'ClusterRefused'
    const failed = finding('False', reason, error.message)
    return { finding: failed, facts: {}, nextCheck: null, closed: isOpen && !isUnusable(error) ? null : error }
  }
}

/** Users whose binding begins or has begun; null when the status names all of them already. */
function newlyBegun({ spec, status }: Cluster): readonly string[] | null {
  const begun = status?.administratorsBegun ?? []
  const known = new Set([...(status?.administrators ?? []), ...begun])
  const unknown = made(spec.administrators ?? []).filter(name => !known.has(name))
  return unknown.length === 0 ? null : [...begun, ...unknown]
}

/**
 * Reads the uid of kube-system, which identifies a cluster; '' for a cluster without that
 * namespace.
 */
export async function systemUid({ client }: Pick<OpenTarget, 'client'>, signal: AbortSignal): Promise<string> {
  try {
    return await readClusterUid(client, signal)
  } catch (error) {
    if (isNotFound(error)) return ''
    throw error
  }
}

/** Interval of checks of the administrators inside; each costs Gardener a certificate. */
export const CHECK_EVERY_MS = 6 * 3_600_000

/** Identity of the access to a cluster as known from outside. */
interface Entrance {
  /** Null for an imported cluster, whose uid is visible only inside. */
  readonly shootUid: string | null
  /** Null for a shoot. */
  readonly secretVersion: string | null
}

/** Whether the administrators were checked recently, for this generation and through this access. */
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

/** Time of the next check in epoch milliseconds. */
export function nextCheck({ time }: AdministratorsCheck): number {
  return Date.parse(time) + CHECK_EVERY_MS
}

const SETTLED: ReadonlySet<string> = new Set(['AdministratorsBound', 'AccessNotGranted'])

/** Names that become administrators among the requested ones. */
function made(names: readonly string[]): readonly string[] {
  return administratorChanges(names, [], '').add.flatMap(
    ({ subjects }) => subjects?.flatMap(({ name }) => name ?? []) ?? [],
  )
}

function granted(names: readonly string[]): ClusterFinding {
  const { refused } = administratorChanges(names, [], '')
  if (refused.length > 0) {
    const message = `${refused.join(', ')} would open the cluster to more than one person and gets no access.`
    return finding('False', 'AccessNotGranted', message)
  }
  const { length } = made(names)
  const who =
    length === 0
      ? 'No user is administrator'
      : length === 1
        ? '1 user is administrator'
        : `${length} users are administrators`
  return finding('True', 'AdministratorsBound', `${who} of the cluster.`)
}

function finding(
  status: ClusterFinding['status'],
  reason: ClusterReason<'AdministratorsReady'>,
  message: string,
): ClusterFinding {
  return clusterFinding('AdministratorsReady', status, reason, message)
}
