import type { DeletionFacts } from '#lib/hap/resource-deletion.ts'
import type { Cluster } from './cluster.ts'
import { CLUSTERS } from './resources.ts'
import type { SubscriptionRequest } from './subscription-request.ts'

/**
 * Facts that decide on the deletion of a Cluster: `kubeconfigs` counts its KubeconfigRequests,
 * `others` the other clusters on its account.
 */
export function clusterDeletionFacts(
  { metadata, spec, status }: Cluster,
  kubeconfigs: number,
  others: number | null,
): DeletionFacts {
  return {
    kind: 'Cluster',
    deleting: metadata.deletionTimestamp !== undefined,
    owner: null,
    shoot: status?.shootRef?.name ?? null,
    binding: status?.bindingRef?.name ?? null,
    brought: spec.infrastructure === undefined,
    others,
    kubeconfigs,
  }
}

/**
 * Facts that decide on the deletion of a SubscriptionRequest; `others` counts the clusters on its
 * account.
 */
export function subscriptionDeletionFacts(
  { metadata, status }: SubscriptionRequest,
  others: number | null,
): DeletionFacts {
  return {
    kind: 'SubscriptionRequest',
    deleting: metadata.deletionTimestamp !== undefined,
    owner: ownerOf(metadata),
    shoot: null,
    binding: status?.bindingRef?.name ?? null,
    brought: false,
    others,
    kubeconfigs: 0,
  }
}

/** Name of the Cluster that owns an object; null without one. */
export function ownerOf({ ownerReferences }: Pick<SubscriptionRequest['metadata'], 'ownerReferences'>): string | null {
  return ownerReferences?.find(({ kind }) => kind === CLUSTERS.kind)?.name ?? null
}
