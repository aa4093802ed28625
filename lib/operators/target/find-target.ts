import type { GardenClient } from '#lib/garden/client/client.ts'
import { nullIfNotFound } from '#lib/garden/client/garden-error.ts'
import type { CallOptions } from '#lib/garden/client/transport.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { Cluster, KubeconfigSecretRef } from '#lib/operators/api/cluster.ts'
import { CLUSTERS } from '#lib/operators/api/resources.ts'
import { wayOfCluster } from '#lib/operators/api/way-of-cluster.ts'
import { isTerminating } from '#lib/operators/framework/finalizers.ts'
import { secretRefusal } from './secret-refusal.ts'
import { wasMade } from './was-made.ts'

/** Where the way into a cluster begins. */
export type TargetPlace =
  | { readonly by: 'shoot'; readonly namespace: string; readonly name: string; readonly uid: string }
  /** A Secret with a kubeconfig beside the Cluster that names it (bring your own cluster). */
  | {
      readonly by: 'secret'
      readonly namespace: string
      readonly name: string
      readonly key: string
      readonly uid: string
      /** Of the Secret: differs when another kubeconfig may be in it. */
      readonly version: string
    }

/**
 * What is known of a cluster without going there. `leaving`: it was brought and its Cluster is being deleted, so that it goes on
 * without us and nothing of ours may stay in it.
 */
export type FoundTarget =
  | { readonly state: 'found'; readonly place: TargetPlace; readonly leaving: boolean }
  /** There is no such Cluster. */
  | { readonly state: 'no-cluster' }
  /** It has no shoot yet, or Gardener is still making it, and lets nobody in. */
  | { readonly state: 'not-ready' }
  /** It had a shoot that is no longer there. */
  | { readonly state: 'gone' }
  /**
   * It was brought, and the Secret with the kubeconfig of its administrator is missing, or `refused` for what it says: the cluster may
   * be there, but nobody can get in.
   */
  | { readonly state: 'no-way'; readonly leaving: boolean; readonly refused?: string }

interface Finders {
  /** Where Clusters are. */
  readonly control: GardenClient
  /** Where shoots are. */
  readonly garden: GardenClient
}

interface Shoot extends KubeObject {
  readonly status?: Parameters<typeof wasMade>[0]
}

/** Finds the cluster that a Cluster stands for. `uid` of the place changes when it is made anew. Throws GardenError. */
export async function findTarget(
  { control, garden }: Finders,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  signal?: AbortSignal,
): Promise<FoundTarget> {
  const options = signal === undefined ? {} : { signal }
  const cluster = await nullIfNotFound(
    control.get<KubeObject & Cluster>({ resource: CLUSTERS, namespace, name }, options),
  )
  if (cluster === null) return { state: 'no-cluster' }
  const begin = wayOfCluster(cluster)
  if (begin === null) return { state: 'not-ready' }
  if (begin.by === 'secret') {
    const leaving = isTerminating(cluster)
    const way = await broughtWay(control, cluster, begin.ref, options)
    if (way.state === 'found') return { ...way, leaving }
    return { state: 'no-way', leaving, ...(way.state === 'refused' && { refused: way.because }) }
  }
  const { ref: shootRef } = begin
  const place = { resource: SHOOTS, namespace: shootRef.namespace, name: shootRef.name }
  const shoot = await nullIfNotFound(garden.get<Shoot>(place, options))
  const uid = shoot?.metadata?.uid
  if (uid === undefined) return { state: 'gone' }
  if (!wasMade(shoot?.status ?? {})) return { state: 'not-ready' }
  return {
    state: 'found',
    place: { by: 'shoot', namespace: shootRef.namespace, name: shootRef.name, uid },
    leaving: false,
  }
}

/** How a cluster that somebody brought is reached: by the Secret that its Cluster names. */
export type BroughtWay =
  | { readonly state: 'found'; readonly place: Extract<TargetPlace, { by: 'secret' }> }
  | { readonly state: 'missing' }
  /** The Secret is another's; `because` in sentences. */
  | { readonly state: 'refused'; readonly because: string }

/** Looks at the Secret's metadata, never at its data. Throws GardenError. */
export async function broughtWay(
  control: Pick<GardenClient, 'get'>,
  { metadata: { namespace, uid } }: Pick<Cluster, 'metadata'>,
  { name, key }: KubeconfigSecretRef,
  options: CallOptions,
): Promise<BroughtWay> {
  const secret = await nullIfNotFound(control.get<KubeObject>({ resource: SECRETS, namespace, name }, options))
  if (secret === null) return { state: 'missing' }
  const because = secretRefusal(secret)
  if (because !== null) return { state: 'refused', because }
  const version = secret.metadata?.resourceVersion ?? ''
  return { state: 'found', place: { by: 'secret', namespace, name, key, uid, version } }
}
