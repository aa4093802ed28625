import { nullIfNotFound } from '#lib/garden/client/garden-error.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { keyOf } from '#lib/operators/framework/object-key.ts'
import { isControlledBy } from '#lib/operators/framework/owner-references.ts'
import type { ClusterContext } from './cluster-context.ts'

/**
 * How long a request that makes a shoot takes at most, from the look whether its Cluster is wanted: that look, the reading and writing before
 * it is sent (90 s by the client's own bounds), and the minute after which an API server ends it.
 */
export const LATE_MS = 180_000

/**
 * Until when a shoot of a deleted Cluster may still appear, though there is none: an operator that was stopped, or that did not hear the
 * answer, may have sent for it right before the deletion. Epoch milliseconds; null when none can come. Throws GardenError.
 */
export async function lateShootUntil(
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
  const request = await nullIfNotFound(
    control.get<SubscriptionRequest>({ resource: SUBSCRIPTION_REQUESTS, ...keyOf(cluster) }, { signal }),
  )
  return request?.status?.bindingRef !== undefined && isControlledBy(request, cluster) ? until : null
}
