import { createHash } from 'node:crypto'
import type { AccountRequest } from '#lib/hap/request.ts'
import {
  type Alternative,
  parseSubscriptionSelector,
  placedProblem,
  type SubscriptionSelector,
} from '#lib/hap/subscription-selector.ts'
import { CLUSTER_LABELS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import type { ClaimAnswer, ClaimService } from '#lib/services/claims/claim-service.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'

/** One way to ask the claim service. */
export interface Order {
  readonly request: AccountRequest
  /** Idempotency key: the same as long as nothing changes that decides on the account. */
  readonly key: string
}

export interface ClaimOrders {
  readonly kind: 'orders'
  readonly selector: SubscriptionSelector
  /** One with a plan, whose rules pick the pool. Without one the alternatives of the selector, from left to right. */
  readonly orders: readonly [Order, ...Order[]]
}

/** What a SubscriptionRequest asks of the claim service. */
export type Asked = ClaimOrders | { readonly kind: 'invalid'; readonly message: string }

type Asking = Pick<SubscriptionRequest, 'metadata' | 'spec'>

/** Translates a SubscriptionRequest. The tenant is the selector's global account; where only shared accounts are named, that of the label. */
export function ordersOf({ metadata, spec }: Asking): Asked {
  const { provider, plan, region = '', platformRegion = '', euAccess = false } = spec
  const parsed = parseSubscriptionSelector(spec.subscriptionSelector)
  if ('problems' in parsed)
    return { kind: 'invalid', message: `spec.subscriptionSelector: ${placedProblem(parsed.problems)}` }
  const { selector } = parsed
  const globalAccount = selector.globalAccount ?? metadata.labels?.[CLUSTER_LABELS.globalAccount] ?? ''
  const request = { plan: plan ?? '', provider, platformRegion, hyperscalerRegion: region, globalAccount }
  const order = (asked: AccountRequest): Order => ({ request: asked, key: keyOf(metadata.uid, asked) })
  if (plan !== undefined) return { kind: 'orders', selector, orders: [order(request)] }
  const target = ({ kind }: Alternative) => ({ euAccess, shared: kind === 'shared' })
  const [first, ...others] = selector.alternatives.map(each => order({ ...request, target: target(each) }))
  if (first === undefined) throw new Error('A selector without alternatives was read.')
  return { kind: 'orders', selector, orders: [first, ...others] }
}

/** What the keys of all claims of SubscriptionRequests begin with. */
export const REQUEST_KEYS = 'subscription-request/'

/** The uid of the SubscriptionRequest that made a claim of this key; null for a claim of somebody else. */
export function requestUidOf(key: string): string | null {
  return key.startsWith(REQUEST_KEYS) ? (key.slice(REQUEST_KEYS.length).split('/')[0] ?? null) : null
}

/** The order a claim was made for, by whatever rules; null when it was asked for otherwise. */
export function orderOf(
  { key }: { readonly key: string },
  { orders }: { readonly orders: readonly Order[] },
): Order | null {
  return orders.find(order => key === order.key || key.startsWith(`${order.key}/`)) ?? null
}

/** The key under which a request is asked for anew, by other rules than those that refused it. */
export function keyForRules(key: string, rulesRevision: string): string {
  return `${key}/${rulesRevision}`
}

function keyOf(uid: string, request: AccountRequest): string {
  const { plan, provider, platformRegion, hyperscalerRegion, globalAccount, target } = request
  const named = target ? [target.euAccess, target.shared] : []
  const what = JSON.stringify([plan, provider, platformRegion, hyperscalerRegion, globalAccount, ...named])
  return `${REQUEST_KEYS}${uid}/${createHash('sha256').update(what).digest('hex').slice(0, 16)}`
}

const PAGE = 500

/** A claim by its id; null when there is none of that id. Throws what the database throws. */
export async function findClaimById(claims: Pick<ClaimService, 'get'>, id: string): Promise<ClaimAnswer | null> {
  try {
    return await claims.get(id)
  } catch (error) {
    if (error instanceof ClaimError && error.status === 404) return null
    throw error
  }
}

/** A claim of a tenant by its key; null when there is none. */
export async function findClaimByKey(
  claims: Pick<ClaimService, 'list'>,
  tenant: string,
  key: string,
): Promise<ClaimRecord | null> {
  for (let offset = 0; ; offset += PAGE) {
    const { claims: page } = await claims.list({ tenant, offset, limit: PAGE })
    const found = page.find(claim => claim.key === key)
    if (found !== undefined) return found
    if (page.length < PAGE) return null
  }
}
