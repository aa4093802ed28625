import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { Cluster, ClusterReason } from '#lib/operators/api/cluster.ts'
import { ABANDON_ANNOTATION, CLUSTER_FINALIZER, CLUSTERS } from '#lib/operators/api/resources.ts'
import { hasFinalizer } from '#lib/operators/framework/object-helpers.ts'
import { keyOf, type Outcome } from '#lib/operators/framework/reconciler.ts'
import {
  isRemovingAccess,
  type RequestOfCluster,
  requestsOfCluster,
} from '#lib/operators/kubeconfig/requests-of-cluster.ts'
import { sweepInside } from '#lib/operators/kubeconfig/sweep-clusters.ts'
import { type ImportedTarget, importedTarget, type TargetPlace } from '#lib/operators/target/find-target.ts'
import { openTarget } from '#lib/operators/target/open-target.ts'
import { formatTime } from '#lib/util/format.ts'
import { grantAdministrators } from './administrator-bindings.ts'
import type { ClusterContext, WorkingContext } from './cluster-context.ts'
import { systemUid } from './reconcile-administrators.ts'
import { visitCluster } from './run-in-cluster.ts'
import { clusterFinding, writeClusterStatus } from './write-cluster-status.ts'

/** What prevents the removal of access. */
interface Obstacle {
  readonly reason: ClusterReason<'AccessRemoved'>
  readonly message: string
}

/** Minimum duration of attempts before the annotation of a person takes effect. */
const TRY_FOR_MS = 60_000

/** Interval of rechecks, for changes that no source delivers. */
const RECHECK_MS = 60_000

/**
 * Removes all access from an imported cluster: that of administrators, and that of
 * KubeconfigRequests once they can no longer publish. Returns null when the Cluster may go, because
 * nothing is left or a person abandoned the access; else reports the obstacle in a condition.
 * Throws GardenError when the status cannot be written.
 */
export async function removeAccess(
  context: WorkingContext,
  cluster: Cluster,
  signal: AbortSignal,
): Promise<Outcome | null> {
  if (!hasFinalizer(cluster, CLUSTER_FINALIZER)) return null
  const requests = await requestsOfCluster(context.control, keyOf(cluster), signal).catch(orFailure)
  const known = requests instanceof GardenError ? [] : requests
  const obstacle =
    requests instanceof GardenError ? failed(requests) : await removeAll(context, cluster, requests, signal)
  if (obstacle === null) return null
  const stays = describeRemainingAccess(cluster, known)
  const { annotations, deletionTimestamp = '' } = cluster.metadata
  const tried = Date.parse(deletionTimestamp) + TRY_FOR_MS
  const isAbandoned = annotations?.[ABANDON_ANNOTATION] === 'true'
  if (isAbandoned && tried <= context.now()) {
    const note = `The Cluster is deleted as its annotation requests, although access could not be removed from its cluster (${obstacle.reason}). ${stays}`
    context.events.record(CLUSTERS, cluster, { type: 'Warning', reason: 'AccessAbandoned', action: 'Delete', note })
    return null
  }
  await writeObstacle(context, cluster, obstacle, stays, signal)
  return { requeueAt: isAbandoned ? tried : context.now() + RECHECK_MS }
}

async function removeAll(
  context: WorkingContext,
  cluster: Cluster,
  requests: readonly RequestOfCluster[],
  signal: AbortSignal,
): Promise<Obstacle | null> {
  const ref = cluster.spec.kubeconfigSecretRef
  const access: ImportedTarget | GardenError =
    ref === undefined
      ? { state: 'missing' }
      : await importedTarget(context.control, cluster, ref, { signal }).catch(orFailure)
  if (access instanceof GardenError) return failed(access)
  const place = access.state === 'found' ? access.place : null
  const inside = mayHaveAccess(cluster, requests)
  const removed = place === null ? null : await removeInside(context, cluster, { place, requests }, signal)
  if (removed instanceof GardenError && inside) {
    const reason = removed.isRefusal ? 'ClusterRefused' : 'ClusterUnreachable'
    return { reason, message: `Access cannot be removed from the cluster. ${removed.message}` }
  }
  if (access.state === 'refused' && inside) {
    return { reason: 'KubeconfigRefused', message: `Access cannot be removed from the cluster. ${access.because}` }
  }
  if (access.state === 'missing' && inside) {
    const { name = '', key = '' } = ref ?? {}
    const message = `Access cannot be removed from the cluster: Secret ${name} is missing in the namespace of the Cluster. Restore it with a kubeconfig under the key ${key}.`
    return { reason: 'KubeconfigMissing', message }
  }
  const now = context.now()
  const isOpen = (request: RequestOfCluster) =>
    !request.isFenced || (typeof removed === 'string' && isRemovingAccess(request, removed, now))
  const open = requests.filter(isOpen).map(({ name }) => name)
  if (open.length === 0) return null
  const message = `These KubeconfigRequests must end first; see their conditions: ${open.slice(0, MAX_NAMES).join(', ')}${open.length > MAX_NAMES ? ' …' : ''}.`
  return { reason: 'RequestsEnding', message }
}

/** Maximum of names in a message. */
const MAX_NAMES = 10

/** Returns the uid of the cluster. */
async function removeInside(
  { opener, control, installation, breaker }: WorkingContext,
  cluster: Cluster,
  { place, requests }: { readonly place: TargetPlace; readonly requests: readonly RequestOfCluster[] },
  signal: AbortSignal,
): Promise<string | GardenError> {
  const open = () => openTarget(opener, place, signal)
  const { onConcealed } = opener
  const access = { place, open, signal, ...(onConcealed && { onConcealed }) }
  try {
    return await visitCluster(breaker, access, async ({ client }, inside) => {
      // The cheapest read comes first and detects an unresponsive cluster soonest.
      const uid = await systemUid({ client }, inside)
      await grantAdministrators({ client }, cluster.metadata.uid, [], inside)
      // Objects of an active request would be created again.
      if (requests.every(({ isFenced }) => isFenced))
        await sweepInside({ control, installation }, client, keyOf(cluster), inside)
      return uid
    })
  } catch (error) {
    return orFailure(error)
  }
}

async function writeObstacle(
  context: ClusterContext,
  cluster: Cluster,
  { reason, message }: Obstacle,
  stays: string,
  signal: AbortSignal,
): Promise<void> {
  const text =
    reason === 'RequestsEnding'
      ? message
      : `${message} To delete the Cluster anyway, annotate it with ${ABANDON_ANNOTATION}: "true". ${stays}`
  const found = [
    clusterFinding('Ready', 'False', 'Deleting', text),
    clusterFinding('AccessRemoved', 'False', reason, text),
  ]
  await writeClusterStatus(context, cluster, { findings: found, mirrored: null, facts: {} }, signal)
}

function failed({ message }: GardenError): Obstacle {
  return {
    reason: 'ControlPlaneFailed',
    message: `The objects created for the cluster could not be listed. ${message}`,
  }
}

/** Returns errors that concern the Cluster as values; conflicts only abort the run. */
function orFailure(error: unknown): GardenError {
  if (error instanceof GardenError && error.kind !== 'conflict') return error
  throw error
}

type Requests = readonly Pick<RequestOfCluster, 'isInside' | 'lastExpiry'>[]

/** Whether an imported cluster may contain objects of the operators. */
function mayHaveAccess(cluster: Cluster, requests: Requests): boolean {
  return administratorsOf(cluster) > 0 || requests.some(({ isInside }) => isInside)
}

/** Describes the access that would remain, as a sentence. */
function describeRemainingAccess(cluster: Cluster, requests: Requests): string {
  const administrators = administratorsOf(cluster)
  const inside = requests.filter(({ isInside }) => isInside)
  const last = Math.max(0, ...inside.map(({ lastExpiry }) => lastExpiry ?? 0))
  const parts = [
    ...(administrators === 0 ? [] : [`${counted(administrators, 'administrator')} permanently`]),
    ...(inside.length === 0
      ? []
      : [
          `the access of ${counted(inside.length, 'KubeconfigRequest')}${last === 0 ? '' : ` until ${formatTime(last)}`}`,
        ]),
  ]
  return parts.length === 0 ? '' : `Access that would remain: ${parts.join(', ')}.`
}

/** Includes users whose binding has begun, since its outcome is unknown. */
function administratorsOf({ status }: Cluster): number {
  return new Set([...(status?.administrators ?? []), ...(status?.administratorsBegun ?? [])]).size
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
