import type { GardenClient } from '#lib/garden/client/client.ts'
import { isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { type Resource, SECRETS } from '#lib/garden/resources/resource.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { clusterOf } from '#lib/operators/api/request-facts.ts'
import { KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { keyText, type ObjectKey } from '#lib/operators/framework/reconciler.ts'
import { findTarget, type TargetPlace } from '#lib/operators/target/find-target.ts'
import { Visit } from '#lib/operators/target/visit.ts'
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  listAll,
  MAX_INSIDE,
  ROLE_BINDINGS,
  ROLES,
  SERVICE_ACCOUNTS,
} from './inside/cluster-objects.ts'
import type { KubeconfigContext } from './kubeconfig-context.ts'
import { LABELS, MANAGED_BY, selectorOf } from './names.ts'

/** What a sweep of many clusters came to. */
interface SweepReport {
  readonly clusters: number
  /** Objects that went. */
  readonly leftovers: number
  /** Of clusters that could not be swept, which the next sweep does. */
  readonly errors: readonly unknown[]
}

/** Sweeps one cluster after the other, so that a slow one costs time and nothing else. Clusters without a way in are left out. */
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
 * Takes out of a cluster what belongs to no request any more, or to a revoked one: what an operator left that stood still while
 * another one cleared up. Out: how many objects went. Throws GardenError.
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
 * The same in a cluster that is open. `leaving`: a Cluster that leaves it behind; what belongs to requests for that one goes too,
 * whichever installation made it. Requests are read after the cluster, so whatever is there belongs to one that is read, or to
 * none. Throws GardenError.
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
    const { [LABELS.request]: request = '', [LABELS.installation]: by } = metadata?.labels ?? {}
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

/** In the order of a revocation: what gives rights first. */
const KINDS: readonly Resource[] = [
  CLUSTER_ROLE_BINDINGS,
  ROLE_BINDINGS,
  SECRETS,
  SERVICE_ACCOUNTS,
  CLUSTER_ROLES,
  ROLES,
]

const EVERYBODYS = `${LABELS.managedBy}=${MANAGED_BY}`

function uidsOf(requests: readonly KubeconfigRequest[]): ReadonlySet<string> {
  return new Set(requests.map(({ metadata }) => metadata.uid))
}
