import type { GardenClient } from '#lib/garden/client/client.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { clusterOf } from '#lib/operators/api/request-facts.ts'
import { KUBECONFIG_FINALIZER, KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { hasFinalizer } from '#lib/operators/framework/object-helpers.ts'
import { keyText, type ObjectKey } from '#lib/operators/framework/reconciler.ts'
import { observeSecret } from './observe.ts'
import { expiryOutside, type KnownTokens, lastExpiry } from './state/last-expiry.ts'
import type { ObservedSecret } from './state/observed.ts'
import { listAll } from './steps/cluster-objects.ts'

/** State of a request that the deletion of its Cluster depends on. */
export interface RequestOfCluster {
  readonly name: string
  /** Whether no kubeconfig can be published for it any more. */
  readonly isFenced: boolean
  /** Whether the cluster may contain objects of it. */
  readonly isInside: boolean
  /** Tokens of a request while it removes them from a cluster; null before and after. */
  readonly ending: KnownTokens | null
  /** Expiry of its last token in epoch milliseconds; null without a known one. */
  readonly lastExpiry: number | null
}

/**
 * Lists the requests for a Cluster with a finalizer, from the server in all namespaces. Throws
 * GardenError.
 */
export async function requestsOfCluster(
  control: Pick<GardenClient, 'get' | 'page'>,
  cluster: ObjectKey,
  signal: AbortSignal,
): Promise<readonly RequestOfCluster[]> {
  const all = await listAll<KubeconfigRequest>(control, { resource: KUBECONFIG_REQUESTS, namespace: null }, signal)
  const begun = all.filter(
    request => keyText(clusterOf(request)) === keyText(cluster) && hasFinalizer(request, KUBECONFIG_FINALIZER),
  )
  return Promise.all(
    begun.map(async request => describeRequest(request, await observeSecret(control, request, signal))),
  )
}

/**
 * Whether a request still removes its objects from this cluster; `cluster`: its uid. A request that
 * only waits for tokens of another cluster to expire does not.
 */
export function isRemovingAccess({ ending }: RequestOfCluster, cluster: string, now: number): boolean {
  return ending !== null && (expiryOutside(ending, cluster) ?? 0) <= now
}

function describeRequest({ metadata, status }: KubeconfigRequest, secret: ObservedSecret): RequestOfCluster {
  const { foreign, record } = secret
  const expiry = Date.parse(status?.lastTokenExpiresAt ?? '')
  const known = { request: { lastExpiry: Number.isNaN(expiry) ? null : expiry }, secret }
  const revocation = record?.revocation ?? null
  const wasIssued = lastExpiry(known) !== null || status?.issuedAt !== undefined
  return {
    name: metadata.name,
    // No operator publishes to a foreign Secret.
    isFenced: foreign || revocation !== null || status?.revokedAt !== undefined,
    isInside: foreign || (wasIssued && (revocation === null || revocation.removedAt === null)),
    ending: !foreign && wasIssued && revocation?.removedAt === null && revocation.done === null ? known : null,
    lastExpiry: revocation?.done ? null : lastExpiry(known),
  }
}
