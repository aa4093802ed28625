import type { DeletionFacts } from '#lib/hap/resource-deletion.ts'
import type { Cluster } from './cluster.ts'
import { CLUSTERS } from './resources.ts'
import type { SubscriptionRequest } from './subscription-request.ts'

/** What decides on the deletion of a Cluster with so many KubeconfigRequests, of whose account so many others are. */
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

/** What decides on the deletion of a SubscriptionRequest of whose account so many others are. */
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

/** The Cluster that made an object; null for none. */
export function ownerOf({ ownerReferences }: Pick<SubscriptionRequest['metadata'], 'ownerReferences'>): string | null {
  return ownerReferences?.find(({ kind }) => kind === CLUSTERS.kind)?.name ?? null
}
