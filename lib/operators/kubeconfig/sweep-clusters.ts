import type { GardenClient } from '#lib/garden/client/client.ts'
import { isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { type Resource, SECRETS } from '#lib/garden/resources/resource.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { clusterOf } from '#lib/operators/api/request-facts.ts'
import { KUBECONFIG_LABELS, KUBECONFIG_MANAGER, KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { keyText, type ObjectKey } from '#lib/operators/framework/reconciler.ts'
import { findTarget, type TargetPlace } from '#lib/operators/target/find-target.ts'
import { Visit } from '#lib/operators/target/visit.ts'
import type { KubeconfigContext } from './kubeconfig-context.ts'
import { selectorOf } from './names.ts'
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  listAll,
  MAX_INSIDE,
  ROLE_BINDINGS,
  ROLES,
  SERVICE_ACCOUNTS,
} from './steps/cluster-objects.ts'

/** Result of a sweep. */
interface SweepReport {
  readonly clusters: number
  /** Deleted objects. */
  readonly leftovers: number
  /** Errors of skipped clusters, which the next sweep retries. */
  readonly errors: readonly unknown[]
}

/** Sweeps clusters sequentially, so that a slow one only costs time. Skips inaccessible clusters. */
export async function sweepClusters(
  context: KubeconfigContext,
  clusters: Iterable<ObjectKey>,
  signal: AbortSignal,
): Promise<SweepReport> {
  const errors: unknown[] = []
  let swept = 0
  let leftovers = 0
  for (const key of clusters) {
    if (signal.aborted) break
    try {
      const found = await findTarget(context, key, signal)
      if (found.state !== 'found') continue
      leftovers += await sweepCluster(context, found.place, signal)
      swept++
    } catch (error) {
      errors.push(error)
    }
  }
  return { clusters: swept, leftovers, errors }
}

/**
 * Deletes objects of missing and of revoked requests from a cluster: leftovers of an operator that
 * was suspended during a cleanup by another one. Returns the number of deleted objects. Throws
 * GardenError.
 */
export async function sweepCluster(
  context: KubeconfigContext,
  place: TargetPlace,
  signal: AbortSignal,
): Promise<number> {
  const { client, close } = await context.targets.open(place, signal)
  const visit = new Visit(signal)
  try {
    return await sweepInside(context, client, null, visit.signal)
  } finally {
    visit.end()
    close()
  }
}

interface Sweeper {
  readonly control: Pick<GardenClient, 'page'>
  readonly installation: string
}

/**
 * Sweeps an open cluster. `leaving`: a Cluster that is being removed; objects of its requests are
 * deleted too, for all installations. Requests are read after the cluster, so each object belongs
 * to a read request or to none. Throws GardenError.
 */
export async function sweepInside(
  { control, installation }: Sweeper,
  client: Pick<GardenClient, 'page' | 'delete'>,
  leaving: ObjectKey | null,
  signal: AbortSignal,
): Promise<number> {
  const labelSelector = leaving === null ? selectorOf(installation) : EVERYBODYS
  const found: { resource: Resource; object: KubeObject }[] = []
  for (const resource of KINDS) {
    const collection = { resource: { ...resource, metadataOnly: true as const }, namespace: null, labelSelector }
    const objects = await listAll(client, collection, signal, MAX_INSIDE)
    found.push(...objects.map(object => ({ resource, object })))
  }
  if (found.length === 0) return 0
  const requests = await listAll<KubeconfigRequest>(control, { resource: KUBECONFIG_REQUESTS, namespace: null }, signal)
  const gone = leaving === null ? [] : requests.filter(request => keyText(clusterOf(request)) === keyText(leaving))
  const ended = uidsOf([...gone, ...requests.filter(({ status }) => status?.revokedAt !== undefined)])
  const known = uidsOf(requests)
  const leftovers = found.filter(({ object: { metadata } }) => {
    const { [KUBECONFIG_LABELS.request]: request = '', [KUBECONFIG_LABELS.installation]: by } = metadata?.labels ?? {}
    return ended.has(request) || (by === installation && !known.has(request))
  })
  for (const { resource, object } of leftovers) {
    const { namespace = null, name = '', uid = '' } = object.metadata ?? {}
    try {
      await client.delete({ resource, namespace, name }, { uid, signal })
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }
  return leftovers.length
}

/** Kinds in the order of a revocation: bindings first. */
const KINDS: readonly Resource[] = [
  CLUSTER_ROLE_BINDINGS,
  ROLE_BINDINGS,
  SECRETS,
  SERVICE_ACCOUNTS,
  CLUSTER_ROLES,
  ROLES,
]

const EVERYBODYS = `${KUBECONFIG_LABELS.managedBy}=${KUBECONFIG_MANAGER}`

function uidsOf(requests: readonly KubeconfigRequest[]): ReadonlySet<string> {
  return new Set(requests.map(({ metadata }) => metadata.uid))
}
