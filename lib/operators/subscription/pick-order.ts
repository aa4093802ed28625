import type { ClaimAnswer, ClaimService } from '#lib/services/claims/claim-service.ts'
import type { AskedOrders, Order } from './asked-claim.ts'
import { claimOfKey } from './find-claim.ts'

interface Picked {
  readonly order: Order
  /** The claim that was made for it before. */
  readonly held: ClaimAnswer | null
}

/**
 * Which of the alternatives of a request without a claim is asked for: the one that was asked for already, though nobody wrote that
 * down; else the first that gives an account at this moment; else the first, to wait for it. Throws what the claim service throws.
 */
export async function pickOrder(
  claims: Pick<ClaimService, 'get' | 'list' | 'preview'>,
  { orders }: Pick<AskedOrders, 'orders'>,
): Promise<Picked> {
  const [first, ...others] = orders
  if (others.length === 0) return { order: first, held: null }
  for (const order of orders) {
    const found = await claimOfKey(claims, order.request.globalAccount, order.key)
    if (found !== null) return { order, held: await claims.get(found.id) }
  }
  for (const order of orders) {
    const { foreseen } = await claims.preview(order.request)
    // What others are doing on an account of its own decides in a moment, and the claim waits for that.
    if (foreseen.kind !== 'wait' && foreseen.kind !== 'refuse') return { order, held: null }
  }
  return { order: first, held: null }
}
