import { isNotFound, nullIfNotFound } from '#lib/garden/client/garden-error.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import { casWrite } from '#lib/garden/writes/retry-write.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { ClusterContext } from './cluster-context.ts'
import type { LiveShoot } from './live-shoot.ts'
import { placeOfCluster } from './write-cluster-status.ts'

/** Without it Gardener refuses to delete a shoot. */
export const DELETION_CONFIRMATION = 'confirmation.gardener.cloud/deletion'

interface WhatIsLeft {
  /** The shoot of the Cluster as Gardener has it now; null when it is gone, was never made, or is of somebody else. */
  readonly shoot: LiveShoot | null
  /** Whether the SubscriptionRequest is there still, and whether its deletion has begun. */
  readonly subscription: 'none' | 'there' | 'deleting'
  /** Whether a request that makes the shoot may still be on its way to Gardener. */
  readonly onItsWay: boolean
}

/**
 * `confirm`: annotate the shoot, and look again. `delete`: the shoot, under its uid. `wait-shoot`, `wait-release`: until a change
 * comes. `wait-late`: until no shoot can come any more. `release`: delete the SubscriptionRequest. `done`: let the Cluster go.
 */
export type DeletionStep = 'confirm' | 'delete' | 'wait-shoot' | 'wait-late' | 'release' | 'wait-release' | 'done'

/** What comes next for a Cluster that is being deleted: the account is given back only when nothing of the shoot is in it. */
export function nextDeletionStep({ shoot, subscription, onItsWay }: WhatIsLeft): DeletionStep {
  if (shoot !== null) {
    const isConfirmed = shoot.metadata?.annotations?.[DELETION_CONFIRMATION] === 'true'
    if (!isConfirmed) return 'confirm'
    return shoot.metadata?.deletionTimestamp === undefined ? 'delete' : 'wait-shoot'
  }
  if (onItsWay) return 'wait-late'
  if (subscription === 'there') return 'release'
  return subscription === 'deleting' ? 'wait-release' : 'done'
}

/**
 * A Cluster as the server itself has it; null when it is gone, deleted or another one than was seen: what is made for such a one, nobody
 * would take down. Throws GardenError.
 */
export async function readWantedCluster(
  { control }: Pick<ClusterContext, 'control'>,
  cluster: Cluster,
  signal: AbortSignal,
): Promise<Cluster | null> {
  const now = await currentOf({ control }, cluster, signal)
  return now?.metadata.deletionTimestamp === undefined ? now : null
}

/** Takes back a shoot that was made while its Cluster went; one that is only being deleted finds it by itself. Throws GardenError. */
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
  // Nobody comes back to it: without its Cluster no later run knows of it.
  const write = async ({ metadata }: LiveShoot) => {
    await garden.patch(place, change, { resourceVersion: metadata?.resourceVersion ?? '', signal })
    await garden.delete(place, { uid, signal })
  }
  const decide = async () => {
    const now = await nullIfNotFound(garden.get<LiveShoot>(place, { signal }))
    return now?.metadata?.uid === uid ? now : null
  }
  try {
    // Gardener writes to a new shoot at once, so that the number of conflicts has no bound.
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
