import { isNotFound, nullIfNotFound } from '#lib/garden/client/garden-error.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import { casWrite } from '#lib/garden/writes/retry-write.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { ClusterContext } from './cluster-context.ts'
import type { LiveShoot } from './live-shoot.ts'
import { placeOfCluster } from './write-cluster-status.ts'

/** Annotation that Gardener requires for the deletion of a shoot. */
export const DELETION_CONFIRMATION = 'confirmation.gardener.cloud/deletion'

/**
 * Reads a Cluster from the server; null for a deleted, terminating or recreated one, since no later
 * run would delete what is created for it. Throws GardenError.
 */
export async function readWantedCluster(
  { control }: Pick<ClusterContext, 'control'>,
  cluster: Cluster,
  signal: AbortSignal,
): Promise<Cluster | null> {
  const now = await currentOf({ control }, cluster, signal)
  return now?.metadata.deletionTimestamp === undefined ? now : null
}

/**
 * Deletes a shoot whose Cluster disappeared during its creation; a terminating Cluster finds the
 * shoot itself. Throws GardenError.
 */
export async function deleteOrphanedShoot(
  { control, garden }: Pick<ClusterContext, 'control' | 'garden'>,
  cluster: Cluster,
  shoot: LiveShoot,
  signal: AbortSignal,
): Promise<void> {
  if ((await currentOf({ control }, cluster, signal)) !== null) return
  const { namespace = '', name = '', uid = '' } = shoot.metadata ?? {}
  const place = { resource: SHOOTS, namespace, name }
  const change = { metadata: { annotations: { [DELETION_CONFIRMATION]: 'true' } } }
  // Without its Cluster no later run knows of the shoot.
  const write = async ({ metadata }: LiveShoot) => {
    await garden.patch(place, change, { resourceVersion: metadata?.resourceVersion ?? '', signal })
    await garden.delete(place, { uid, signal })
  }
  const decide = async () => {
    const now = await nullIfNotFound(garden.get<LiveShoot>(place, { signal }))
    return now?.metadata?.uid === uid ? now : null
  }
  try {
    // Gardener writes to a new shoot immediately, so the number of conflicts has no bound.
    await casWrite({ seen: shoot, write, decide, maxAttempts: Number.POSITIVE_INFINITY })
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}

async function currentOf(
  { control }: Pick<ClusterContext, 'control'>,
  cluster: Cluster,
  signal: AbortSignal,
): Promise<Cluster | null> {
  const now = await nullIfNotFound(control.get<Cluster>(placeOfCluster(cluster), { signal }))
  return now?.metadata.uid === cluster.metadata.uid ? now : null
}
