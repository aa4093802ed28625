import type { GardenClient } from '#lib/garden/client/client.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { clusterOf } from '#lib/operators/api/request-facts.ts'
import { KUBECONFIG_FINALIZER, KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { hasFinalizer } from '#lib/operators/framework/object-helpers.ts'
import { keyText, type ObjectKey } from '#lib/operators/framework/reconciler.ts'
import { listAll } from './inside/cluster-objects.ts'
import { observeSecret } from './observe.ts'
import { expiryOutside, type KnownTokens, lastExpiry } from './state/last-expiry.ts'
import type { ObservedSecret } from './state/observed.ts'

/** A request as far as the end of its Cluster is concerned. */
export interface RequestOfCluster {
  readonly name: string
  /** Whether nothing can be published for it any more. */
  readonly isFenced: boolean
  /** Whether something of it may be in the cluster. */
  readonly isInside: boolean
  /** What the end of its tokens depends on while it takes them out of a cluster itself; null before and after that. */
  readonly ending: KnownTokens | null
  /** When its last token expires, epoch ms; null when none is known. */
  readonly lastExpiry: number | null
}

/** The requests for a Cluster, in whichever namespace, for which something was begun; asked of the server itself. Throws GardenError. */
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
 * Whether a request is still to say that nothing of it is in this cluster; `cluster`: its uid. One that waits for tokens of another
 * cluster to expire says no more of this one.
 */
export function isAtWork({ ending }: RequestOfCluster, cluster: string, now: number): boolean {
  return ending !== null && (expiryOutside(ending, cluster) ?? 0) <= now
}

function describeRequest({ metadata, status }: KubeconfigRequest, secret: ObservedSecret): RequestOfCluster {
  const { foreign, record } = secret
  const said = Date.parse(status?.lastTokenExpiresAt ?? '')
  const known = { request: { lastExpiry: Number.isNaN(said) ? null : said }, secret }
  const revocation = record?.revocation ?? null
  const wasIssued = lastExpiry(known) !== null || status?.issuedAt !== undefined
  return {
    name: metadata.name,
    // To a Secret of somebody else nobody publishes.
    isFenced: foreign || revocation !== null || status?.revokedAt !== undefined,
    isInside: foreign || (wasIssued && (revocation === null || revocation.removedAt === null)),
    ending: !foreign && wasIssued && revocation?.removedAt === null && revocation.done === null ? known : null,
    lastExpiry: revocation?.done ? null : lastExpiry(known),
  }
}
