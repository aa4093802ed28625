import { GardenError, isNotFound, nullIfNotFound } from '#lib/garden/client/garden-error.ts'
import { CONFIG_MAPS, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { CLUSTER_FINALIZER, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { hasFinalizer, isControlledBy, removeFinalizer } from '#lib/operators/framework/object-helpers.ts'
import { keyOf, type Outcome } from '#lib/operators/framework/reconciler.ts'
import { authenticationName } from './authentication.ts'
import type { ClusterContext } from './cluster-context.ts'
import { DELETION_CONFIRMATION, nextDeletionStep } from './current-cluster.ts'
import type { LiveShoot } from './live-shoot.ts'
import { provisionedBy } from './provisioned-condition.ts'
import { isShootOf, readShoot } from './reconcile-shoot.ts'
import { shootFindings } from './shoot-conditions.ts'
import { type ClusterFinding, clusterFinding, placeOfCluster, writeClusterStatus } from './write-cluster-status.ts'

/**
 * How long a request that makes a shoot takes at most, from the look whether its Cluster is wanted: that look, the reading and writing before
 * it is sent (90 s by the client's own bounds), and the minute after which an API server ends it.
 */
export const LATE_MS = 180_000

/** Should the watch miss the end of a shoot or a request. */
const RECHECK_MS = 60_000

/**
 * Takes a deleted Cluster down step by step: first its shoot, then its account, then itself. A shoot that is not of it is left
 * alone. `name`: of the shoot; null when none can ever have been made. Throws GardenError, after the Cluster says so.
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
    await sayFailure(context, cluster, error, signal)
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
    // Asked before it is looked for: what came in between is found.
    const late = name === null ? null : await lateShootUntil(context, cluster, signal)
    const found = name === null ? null : await readShoot(context, name, signal)
    const shoot = found !== null && isShootOf(found, cluster) ? found : null
    const request = context.requests.get(keyOf(cluster))
    const isOurs = request !== null && isControlledBy(request, cluster)
    const deleting = request?.metadata.deletionTimestamp !== undefined
    const subscription = !isOurs ? 'none' : deleting ? 'deleting' : 'there'
    const step = nextDeletionStep({ shoot, subscription, onItsWay: late !== null })
    switch (step) {
      case 'confirm':
        await confirm(context, shoot, signal)
        break
      case 'delete':
        await deleteShoot(context, shoot, signal)
        break
      case 'release':
        await release(context, cluster, request?.metadata.uid, signal)
        return goesOn(context, cluster, shoot, signal)
      case 'wait-late':
        await say(context, cluster, { found: [MAY_COME], words: 'The shoot may still come.', shoot }, signal)
        return { requeueAt: late }
      case 'wait-shoot':
      case 'wait-release':
        return goesOn(context, cluster, shoot, signal)
      case 'done':
        if (name !== null) await removeAuthentication(context, name, signal)
        await removeFinalizer(context.control, placeOfCluster(cluster), cluster, CLUSTER_FINALIZER)
        return { requeueAt: null }
    }
  }
}

/**
 * Until when a shoot of a deleted Cluster may still appear, though there is none: an operator that was stopped, or that did not hear the
 * answer, may have sent for it right before the deletion. Epoch milliseconds; null when none can come. Throws GardenError.
 */
async function lateShootUntil(
  { control, now, lateMs }: Pick<ClusterContext, 'control' | 'now' | 'lateMs'>,
  cluster: Cluster,
  signal: AbortSignal,
): Promise<number | null> {
  const { metadata, status } = cluster
  // What was made and is known is not made again.
  if (status?.shootRef !== undefined) return null
  const deletedAt = Date.parse(metadata.deletionTimestamp ?? '')
  const until = deletedAt + lateMs
  if (Number.isNaN(deletedAt) || now() >= until) return null
  if (status?.bindingRef !== undefined) return until
  // Nobody sends for a shoot without an account. The server is asked: what is seen here may be older than what another operator saw.
  const request = await orNull(
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

/** Says how far it is; what comes next, a change of shoot or request tells. */
async function goesOn(
  context: ClusterContext,
  cluster: Cluster,
  shoot: LiveShoot | null,
  signal: AbortSignal,
): Promise<Outcome> {
  const words = shoot === null ? 'The account is being given back.' : 'The shoot is being deleted.'
  const found =
    shoot === null
      ? [clusterFinding('SubscriptionReady', 'False', 'SubscriptionReleasing', words), NO_SHOOT]
      : [provisionedBy(shoot, 'the cluster')]
  await say(context, cluster, { found, words, shoot }, signal)
  return { requeueAt: context.now() + RECHECK_MS }
}

const MAY_COME = clusterFinding(
  'ClusterProvisioned',
  'Unknown',
  'ShootCreating',
  'Whether Gardener makes the shoot is not known yet. Its account is given back once none can come any more.',
)

const NO_SHOOT = clusterFinding('ClusterProvisioned', 'False', 'ShootDeleting', 'It has no shoot.')

interface Standing {
  readonly found: readonly ClusterFinding[]
  readonly words: string
  readonly shoot: LiveShoot | null
}

async function say(
  context: ClusterContext,
  cluster: Cluster,
  { found, words, shoot }: Standing,
  signal: AbortSignal,
): Promise<void> {
  const findings = [clusterFinding('Ready', 'False', 'Deleting', words), ...found]
  await writeClusterStatus(context, cluster, { findings, mirrored: shootFindings(shoot), facts: {} }, signal)
}

/** Whether the run acted on an old version of an object: the next one reads it again, and the status need not show it. */
function isStaleRead(error: GardenError): boolean {
  return error.kind === 'conflict' || isNotFound(error)
}

/** Whoever waits for a Cluster to go has to see why it does not. */
async function sayFailure(
  context: ClusterContext,
  cluster: Cluster,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (!(error instanceof GardenError) || isStaleRead(error) || signal.aborted) return
  const words = `The Cluster cannot go yet; it is tried again. ${error.message}`
  const news = { findings: [clusterFinding('Ready', 'False', 'Deleting', words)], mirrored: null, facts: {} }
  try {
    await writeClusterStatus(context, cluster, news, signal)
  } catch (second) {
    // The first error is the one to be heard of.
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
