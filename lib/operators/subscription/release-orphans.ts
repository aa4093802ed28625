import type { GardenClient, PageOptions } from '#lib/garden/client/client.ts'
import type { PageEnd } from '#lib/garden/client/read-page.ts'
import { SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import type { ClaimService } from '#lib/services/claims/claim-service.ts'
import { type Landscape, SUBSCRIPTION_REQUEST } from '#lib/services/landscape/landscape.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import { orderOf, ordersOf, requestUidOf } from './claim-orders.ts'
import { CALLER } from './subscription-context.ts'

interface OrphanContext {
  /** Client for the requests of all namespaces. */
  readonly client: Pick<GardenClient, 'page'>
  readonly claims: Pick<ClaimService, 'list' | 'release'>
  readonly landscape: Pick<Landscape, 'allowsEnd' | 'ended' | 'pause'>
  now(): number
}

const PAGE = 500

/** A claim precedes its entry in the status of the request. */
const GRACE_MS = 120_000

/**
 * Releases claims without a request, left by a process that crashed before it wrote the status,
 * followed by a change or deletion of the request. A restored or moved control plane has other
 * requests or none, so many orphans at once are released only after an administrator has accepted
 * the loss. Returns the number of released claims. Throws errors of Gardener and the database;
 * releases nothing unless all requests were read.
 */
export async function releaseOrphans(
  { client, claims, landscape, now }: OrphanContext,
  signal: AbortSignal,
): Promise<number> {
  // Reading claims first is safe: each request precedes its claim.
  const ours = await claimsOfRequests(claims)
  if (ours.length === 0) return 0
  const requests = await requestsByUid(client, signal)
  const orphans = ours.filter(claim => !hasRequest(claim, requests.get(requestUidOf(claim.key) ?? ''), now()))
  if (!landscape.allowsEnd({ source: SUBSCRIPTION_REQUEST, known: ours.length, gone: orphans.length })) return 0
  let released = 0
  for (const { id } of orphans) {
    // A loss may have been noticed during an earlier release.
    if (landscape.pause() !== null) return released
    await claims.release(id, CALLER)
    released++
  }
  landscape.ended(SUBSCRIPTION_REQUEST)
  return released
}

async function claimsOfRequests(claims: Pick<ClaimService, 'list'>): Promise<readonly ClaimRecord[]> {
  const statuses = ['waiting', 'reserved', 'active'] as const
  const found: ClaimRecord[] = []
  for (let offset = 0; ; offset += PAGE) {
    const { claims: page } = await claims.list({ statuses, offset, limit: PAGE })
    found.push(...page.filter(({ key }) => requestUidOf(key) !== null))
    if (page.length < PAGE) return found
  }
}

async function requestsByUid(
  client: Pick<GardenClient, 'page'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, SubscriptionRequest>> {
  const requests = new Map<string, SubscriptionRequest>()
  const collection = { resource: SUBSCRIPTION_REQUESTS, namespace: null }
  const take = (request: SubscriptionRequest) => void requests.set(request.metadata.uid, request)
  for (let token: string | null = null; ; ) {
    const options: PageOptions = { limit: PAGE, signal, ...(token !== null && { continue: token }) }
    const end: PageEnd = await client.page(collection, options, take)
    if (end.continue === null) return requests
    token = end.continue
  }
}

function hasRequest(claim: ClaimRecord, request: SubscriptionRequest | undefined, now: number): boolean {
  if (request === undefined) return false
  if (request.status?.claim === claim.id || now - claim.createdAt < GRACE_MS) return true
  const asked = ordersOf(request)
  if (asked.kind !== 'orders' || orderOf(claim, asked) === null) return false
  // Among several alternatives the status names the valid one.
  return asked.orders.length === 1 || request.status?.claim === undefined
}
