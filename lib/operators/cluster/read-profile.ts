import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { CLOUD_PROFILES, type CloudProfileObject } from './cloud-profile.ts'
import type { ClusterContext } from './cluster-context.ts'

/** The CloudProfile of a Cluster that is made here, or why there is none. What is worth another try soon is thrown. */
export async function readProfile(
  { garden }: Pick<ClusterContext, 'garden'>,
  { spec }: Pick<Cluster, 'spec'>,
  signal: AbortSignal,
): Promise<CloudProfileObject | { readonly problem: string }> {
  const name = spec.infrastructure?.provider ?? ''
  try {
    return await garden.get<CloudProfileObject>({ resource: CLOUD_PROFILES, namespace: null, name }, { signal })
  } catch (error) {
    if (!(error instanceof GardenError) || error.isTransient) throw error
    return { problem: error.message }
  }
}
