import { isNotFound } from '#lib/garden/client/garden-error.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { TargetPlace } from '#lib/operators/target/find-target.ts'
import type { ClusterContext } from './cluster-context.ts'

/** The way into a cluster that was brought; null when its Secret is missing. Throws GardenError. */
export async function broughtPlace(
  { control }: Pick<ClusterContext, 'control'>,
  { metadata: { namespace, uid }, spec: { kubeconfigSecretRef: ref } }: Cluster,
  signal: AbortSignal,
): Promise<TargetPlace | null> {
  if (ref === undefined) return null
  try {
    await control.get({ resource: SECRETS, namespace, name: ref.name }, { signal })
    return { by: 'secret', namespace, name: ref.name, key: ref.key, uid }
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}
