import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import type { ClaimAnswer, ClaimService } from '#lib/services/claims/claim-service.ts'
import { type ClaimOrders, findClaimByKey, keyForRules, type Order } from './claim-orders.ts'
import { CALLER, type SubscriptionContext } from './subscription-context.ts'

interface Asking {
  readonly asked: Order
  /** Name of the cluster it is for. */
  readonly cluster: string | null
  /** The claim of this very request, when there is one. */
  readonly held: ClaimAnswer | null
}

/** What the claim service answered; `later`: it could not yet, and is to be asked again in so many milliseconds. */
type ClaimResult =
  | { readonly kind: 'claim'; readonly answer: ClaimAnswer }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'later'; readonly message: string; readonly inMs: number }

/**
 * Asks for the account, or looks at how the claim is getting on. A claim that was refused is asked for anew only once there are other
 * rules. Throws what database and Gardener throw.
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
  // A claim that is asked for again must be asked for as it was.
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
    // It may have been asked for when the request named another cluster, or none.
    const mine = await findClaimByKey(claims, asked.request.globalAccount, key)
    if (mine === null || mine.status === 'failed') return { kind: 'refused', message: error.message }
    return { kind: 'claim', answer: await claims.get(mine.id) }
  }
}

function isSettled({ claim: { status } }: ClaimAnswer): boolean {
  return status !== 'pending' && status !== 'intent' && status !== 'failed'
}

interface Picked {
  readonly order: Order
  /** The claim that was made for it before. */
  readonly held: ClaimAnswer | null
}

/**
 * Which of the alternatives of a request without a claim is asked for: the one that was asked for already, though nobody wrote that
 * down; else the first that gives an account at this moment; else the first, to wait for it. Throws what the claim service throws.
 */
export async function chooseOrder(
  claims: Pick<ClaimService, 'get' | 'list' | 'preview'>,
  { orders }: Pick<ClaimOrders, 'orders'>,
): Promise<Picked> {
  const [first, ...others] = orders
  if (others.length === 0) return { order: first, held: null }
  for (const order of orders) {
    const found = await findClaimByKey(claims, order.request.globalAccount, order.key)
    if (found !== null) return { order, held: await claims.get(found.id) }
  }
  for (const order of orders) {
    const { foreseen } = await claims.preview(order.request)
    // What others are doing on an account of its own decides in a moment, and the claim waits for that.
    if (foreseen.kind !== 'wait' && foreseen.kind !== 'refuse') return { order, held: null }
  }
  return { order: first, held: null }
}
