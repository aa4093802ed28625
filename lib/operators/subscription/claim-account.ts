import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import type { ClaimAnswer, ClaimService } from '#lib/services/claims/claim-service.ts'
import { type ClaimOrders, findClaimByKey, keyForRules, type Order } from './claim-orders.ts'
import { CALLER, type SubscriptionContext } from './subscription-context.ts'

interface Asking {
  readonly asked: Order
  /** Name of the cluster. */
  readonly cluster: string | null
  /** Present claim of the request; null without one. */
  readonly held: ClaimAnswer | null
}

/** Answer of the claim service; `later`: it asks for a retry after so many milliseconds. */
type ClaimResult =
  | { readonly kind: 'claim'; readonly answer: ClaimAnswer }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'later'; readonly message: string; readonly inMs: number }

/**
 * Claims the account, or reads the state of its claim. A refused claim is retried only under other
 * rules. Throws errors of database and Gardener.
 */
export async function claimAccount(
  context: SubscriptionContext,
  { asked, cluster, held }: Asking,
): Promise<ClaimResult> {
  const { claims } = context
  const byNewRules = keyForRules(asked.key, context.rules().revision)
  const isRefused = held?.claim.status === 'refused'
  if (held !== null && isSettled(held) && !(isRefused && held.claim.key !== byNewRules))
    return { kind: 'claim', answer: held }
  const key = isRefused ? byNewRules : (held?.claim.key ?? asked.key)
  // A retry must repeat the original order.
  const order = {
    request: asked.request,
    cluster: isRefused || held === null ? cluster : held.claim.cluster,
    ...CALLER,
  }
  try {
    return { kind: 'claim', answer: await claims.claim(order, key) }
  } catch (error) {
    if (!(error instanceof ClaimError)) throw error
    if (error.status === 503) return { kind: 'later', message: error.message, inMs: (error.retryAfter ?? 5) * 1_000 }
    if (error.status !== 409) throw error
    // The claim may date from when the request named another cluster, or none.
    const existing = await findClaimByKey(claims, asked.request.globalAccount, key)
    if (existing === null || existing.status === 'failed') return { kind: 'refused', message: error.message }
    return { kind: 'claim', answer: await claims.get(existing.id) }
  }
}

function isSettled({ claim: { status } }: ClaimAnswer): boolean {
  return status !== 'pending' && status !== 'intent' && status !== 'failed'
}

interface ChosenOrder {
  readonly order: Order
  /** Earlier claim of this order. */
  readonly held: ClaimAnswer | null
}

/**
 * Chooses an alternative of a request without a known claim: the one with an earlier claim whose
 * answer was lost, else the first that gives an account now, else the first, to wait. Throws errors
 * of the claim service.
 */
export async function chooseOrder(
  claims: Pick<ClaimService, 'get' | 'list' | 'preview'>,
  { orders }: Pick<ClaimOrders, 'orders'>,
): Promise<ChosenOrder> {
  const [first, ...others] = orders
  if (others.length === 0) return { order: first, held: null }
  for (const order of orders) {
    const found = await findClaimByKey(claims, order.request.globalAccount, order.key)
    if (found !== null) return { order, held: await claims.get(found.id) }
  }
  for (const order of orders) {
    const { foreseen } = await claims.preview(order.request)
    // A concurrent action on the owned account decides shortly, and the claim waits for it.
    if (foreseen.kind !== 'wait' && foreseen.kind !== 'refuse') return { order, held: null }
  }
  return { order: first, held: null }
}
