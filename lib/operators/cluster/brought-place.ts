import { orNull } from '#lib/garden/client/or-null.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { TargetPlace } from '#lib/operators/target/find-target.ts'
import type { ClusterContext } from './cluster-context.ts'

/** The way into a cluster that was brought; null when its Secret is missing. Throws GardenError. */
export async function broughtPlace(
  { control }: Pick<ClusterContext, 'control'>,
  { metadata: { namespace, uid }, spec: { kubeconfigSecretRef: ref } }: Cluster,
  signal: AbortSignal,
): Promise<Extract<TargetPlace, { by: 'secret' }> | null> {
  if (ref === undefined) return null
  const secret = await orNull(control.get<KubeObject>({ resource: SECRETS, namespace, name: ref.name }, { signal }))
  const version = secret?.metadata?.resourceVersion ?? ''
  return secret && { by: 'secret', namespace, name: ref.name, key: ref.key, uid, version }
}
