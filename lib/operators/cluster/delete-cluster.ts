import { GardenError, isNotFound, nullIfNotFound } from '#lib/garden/client/garden-error.ts'
import { CONFIG_MAPS, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { CLUSTER_FINALIZER, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { hasFinalizer, isControlledBy, removeFinalizer } from '#lib/operators/framework/object-helpers.ts'
import { keyOf, type Outcome } from '#lib/operators/framework/reconciler.ts'
import { isShootOf } from '#lib/operators/target/find-target.ts'
import { authenticationName } from './authentication.ts'
import type { ClusterContext } from './cluster-context.ts'
import { DELETION_CONFIRMATION } from './current-cluster.ts'
import type { LiveShoot } from './live-shoot.ts'
import { readShoot } from './reconcile-shoot.ts'
import { provisionedBy, shootFindings } from './shoot-conditions.ts'
import { type ClusterFinding, clusterFinding, placeOfCluster, writeClusterStatus } from './write-cluster-status.ts'

/**
 * Maximum duration of a request that creates a shoot, from the check of its Cluster: that check,
 * the reads and writes before (90 s by the client's limits), and the minute after which an API
 * server aborts it.
 */
export const LATE_MS = 180_000

/** Interval of rechecks, for changes that the watch misses. */
const RECHECK_MS = 60_000

/**
 * Deletes the shoot of a terminating Cluster, releases its account and removes the finalizer.
 * Shoots of others stay untouched. `name`: of the shoot; null when none can have been created.
 * Throws GardenError after reporting it in the status.
 */
export async function deleteCluster(
  context: ClusterContext,
  cluster: Cluster,
  name: string | null,
  signal: AbortSignal,
): Promise<Outcome> {
  if (!hasFinalizer(cluster, CLUSTER_FINALIZER)) return { requeueAt: null }
  try {
    return await runDeletionSteps(context, cluster, name, signal)
  } catch (error) {
    await reportFailure(context, cluster, error, signal)
    throw error
  }
}

async function runDeletionSteps(
  context: ClusterContext,
  cluster: Cluster,
  name: string | null,
  signal: AbortSignal,
): Promise<Outcome> {
  for (;;) {
    // Checked before the read, which finds a shoot that appears in between.
    const appearsUntil = name === null ? null : await lateShootUntil(context, cluster, signal)
    const found = name === null ? null : await readShoot(context, name, signal)
    const shoot = found !== null && isShootOf(found, cluster) ? found : null
    const request = context.requests.get(keyOf(cluster))
    const isOurs = request !== null && isControlledBy(request, cluster)
    const deleting = request?.metadata.deletionTimestamp !== undefined
    const subscription = !isOurs ? 'none' : deleting ? 'deleting' : 'there'
    const step = nextDeletionStep({ shoot, subscription, onItsWay: appearsUntil !== null })
    switch (step) {
      case 'confirm':
        await confirm(context, shoot, signal)
        break
      case 'delete':
        await deleteShoot(context, shoot, signal)
        break
      case 'release':
        await release(context, cluster, request?.metadata.uid, signal)
        return waitForChange(context, cluster, shoot, signal)
      case 'wait-late':
        await writeProgress(
          context,
          cluster,
          { found: [MAY_COME], message: 'The shoot may still be created.', shoot },
          signal,
        )
        return { requeueAt: appearsUntil }
      case 'wait-shoot':
      case 'wait-release':
        return waitForChange(context, cluster, shoot, signal)
      case 'done':
        if (name !== null) await removeAuthentication(context, name, signal)
        await removeFinalizer(context.control, placeOfCluster(cluster), cluster, CLUSTER_FINALIZER)
        return { requeueAt: null }
    }
  }
}

/**
 * Time until which a shoot of a terminating Cluster may still appear: a stopped operator, or one
 * that missed the answer, may have sent the request just before the deletion. Epoch milliseconds;
 * null when none can appear. Throws GardenError.
 */
async function lateShootUntil(
  { control, now, lateMs }: Pick<ClusterContext, 'control' | 'now' | 'lateMs'>,
  cluster: Cluster,
  signal: AbortSignal,
): Promise<number | null> {
  const { metadata, status } = cluster
  // A known shoot is never created again.
  if (status?.shootRef !== undefined) return null
  const deletedAt = Date.parse(metadata.deletionTimestamp ?? '')
  const until = deletedAt + lateMs
  if (Number.isNaN(deletedAt) || now() >= until) return null
  if (status?.bindingRef !== undefined) return until
  // Shoots are created only with an account. The read bypasses the cache, which may lag behind that
  // of another operator.
  const request = await nullIfNotFound(
    control.get<SubscriptionRequest>({ resource: SUBSCRIPTION_REQUESTS, ...keyOf(cluster) }, { signal }),
  )
  return request?.status?.bindingRef !== undefined && isControlledBy(request, cluster) ? until : null
}

async function confirm({ garden }: ClusterContext, shoot: LiveShoot | null, signal: AbortSignal): Promise<void> {
  const { resourceVersion = '' } = shoot?.metadata ?? {}
  const change = { metadata: { annotations: { [DELETION_CONFIRMATION]: 'true' } } }
  await garden.patch(placeOfShoot(shoot), change, { resourceVersion, signal })
}

async function deleteShoot({ garden }: ClusterContext, shoot: LiveShoot | null, signal: AbortSignal): Promise<void> {
  const { uid } = shoot?.metadata ?? {}
  const only = uid === undefined ? { signal } : { uid, signal }
  await garden.delete(placeOfShoot(shoot), only).catch(unlessGone)
}

async function release(
  { control }: ClusterContext,
  cluster: Cluster,
  uid: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const only = uid === undefined ? { signal } : { uid, signal }
  await control.delete({ resource: SUBSCRIPTION_REQUESTS, ...keyOf(cluster) }, only).catch(unlessGone)
}

async function removeAuthentication(
  { garden, project: { namespace } }: ClusterContext,
  shoot: string,
  signal: AbortSignal,
): Promise<void> {
  const place = { resource: CONFIG_MAPS, namespace, name: authenticationName(shoot) }
  await garden.delete(place, { signal }).catch(unlessGone)
}

/** Reports the progress; changes of the shoot or the request trigger the next step. */
async function waitForChange(
  context: ClusterContext,
  cluster: Cluster,
  shoot: LiveShoot | null,
  signal: AbortSignal,
): Promise<Outcome> {
  const message = shoot === null ? 'The account is being released.' : 'The shoot is being deleted.'
  const found =
    shoot === null
      ? [clusterFinding('SubscriptionReady', 'False', 'SubscriptionReleasing', message), NO_SHOOT]
      : [provisionedBy(shoot, 'the cluster')]
  await writeProgress(context, cluster, { found, message, shoot }, signal)
  return { requeueAt: context.now() + RECHECK_MS }
}

const MAY_COME = clusterFinding(
  'ClusterProvisioned',
  'Unknown',
  'ShootCreating',
  'It is not known yet whether Gardener creates the shoot. The account will be released once no shoot can appear any more.',
)

const NO_SHOOT = clusterFinding('ClusterProvisioned', 'False', 'ShootDeleting', 'The Cluster has no shoot.')

interface Progress {
  readonly found: readonly ClusterFinding[]
  readonly message: string
  readonly shoot: LiveShoot | null
}

async function writeProgress(
  context: ClusterContext,
  cluster: Cluster,
  { found, message, shoot }: Progress,
  signal: AbortSignal,
): Promise<void> {
  const findings = [clusterFinding('Ready', 'False', 'Deleting', message), ...found]
  await writeClusterStatus(context, cluster, { findings, mirrored: shootFindings(shoot), facts: {} }, signal)
}

/**
 * Whether the run used an outdated version; the next run reads it again, so the status omits the
 * error.
 */
function isStaleRead(error: GardenError): boolean {
  return error.kind === 'conflict' || isNotFound(error)
}

/** Reports why the deletion does not progress. */
async function reportFailure(
  context: ClusterContext,
  cluster: Cluster,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (!(error instanceof GardenError) || isStaleRead(error) || signal.aborted) return
  const message = `The Cluster cannot be deleted yet; the operator retries. ${error.message}`
  const news = { findings: [clusterFinding('Ready', 'False', 'Deleting', message)], mirrored: null, facts: {} }
  try {
    await writeClusterStatus(context, cluster, news, signal)
  } catch (second) {
    // The first error takes precedence.
    if (!(second instanceof GardenError)) throw second
  }
}

function placeOfShoot(shoot: LiveShoot | null) {
  const { namespace = '', name = '' } = shoot?.metadata ?? {}
  return { resource: SHOOTS, namespace, name }
}

function unlessGone(error: unknown): void {
  if (!isNotFound(error)) throw error
}

interface DeletionState {
  /** Present shoot of the Cluster; null for a missing one and for that of another Cluster. */
  readonly shoot: LiveShoot | null
  /** State of the SubscriptionRequest. */
  readonly subscription: 'none' | 'there' | 'deleting'
  /** Whether a request that creates the shoot may still reach Gardener. */
  readonly onItsWay: boolean
}

/**
 * `confirm`: annotate the shoot and read it again. `delete`: delete the shoot by its uid.
 * `wait-shoot`, `wait-release`: wait for a change. `wait-late`: wait until no shoot can appear.
 * `release`: delete the SubscriptionRequest. `done`: remove the finalizer.
 */
export type DeletionStep = 'confirm' | 'delete' | 'wait-shoot' | 'wait-late' | 'release' | 'wait-release' | 'done'

/** Next step of a deletion: the account is released only when it contains nothing of the shoot. */
export function nextDeletionStep({ shoot, subscription, onItsWay }: DeletionState): DeletionStep {
  if (shoot !== null) {
    const isConfirmed = shoot.metadata?.annotations?.[DELETION_CONFIRMATION] === 'true'
    if (!isConfirmed) return 'confirm'
    return shoot.metadata?.deletionTimestamp === undefined ? 'delete' : 'wait-shoot'
  }
  if (onItsWay) return 'wait-late'
  if (subscription === 'there') return 'release'
  return subscription === 'deleting' ? 'wait-release' : 'done'
}
