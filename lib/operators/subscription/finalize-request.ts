import { SUBSCRIPTION_FINALIZER } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { hasFinalizer, removeFinalizer } from '#lib/operators/framework/object-helpers.ts'
import type { Outcome } from '#lib/operators/framework/reconciler.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import type { ClaimAnswer } from '#lib/services/claims/claim-service.ts'
import { type Asked, findClaimByKey, findOwnClaim, type Order, orderOf, ordersOf } from './claim-orders.ts'
import { claimFields, placeOf, writeStatus } from './claim-status.ts'
import type { SubscriptionFinding } from './evaluate-request.ts'
import { CALLER, type SubscriptionContext } from './subscription-context.ts'

/**
 * Interval of checks: the claim service completes the release, and the cluster decides how long
 * that takes.
 */
const RECHECK_MS = 10_000

/** Releases the claims of a deleted request and removes its finalizer after the release. */
export async function finalizeRequest(
  context: SubscriptionContext,
  request: SubscriptionRequest,
  signal: AbortSignal,
): Promise<Outcome> {
  if (!hasFinalizer(request, SUBSCRIPTION_FINALIZER)) return { requeueAt: null }
  let open: ClaimAnswer | null = null
  for (const claim of await claimsOf(context, request)) {
    const answer = isOver(claim) ? claim : await givenBack(context, claim)
    if (!isOver(answer)) open ??= answer
  }
  if (open === null) {
    await removeFinalizer(context.client, placeOf(request), request, SUBSCRIPTION_FINALIZER)
    return { requeueAt: null }
  }
  await writeStatus(context, request, releasing(open), claimFields(open), signal)
  return { requeueAt: context.now() + RECHECK_MS }
}

function isOver({ claim: { status } }: ClaimAnswer): boolean {
  return status === 'released' || status === 'refused'
}

/** Throws ClaimError 503 while another process works on the claim. */
async function givenBack({ claims }: SubscriptionContext, answer: ClaimAnswer): Promise<ClaimAnswer> {
  try {
    return await claims.release(answer.claim.id, CALLER)
  } catch (error) {
    // The claim was refused at the same time.
    if (error instanceof ClaimError && error.status === 409) return claims.get(answer.claim.id)
    throw error
  }
}

/** Claims of a request; claims whose answer never reached the status are found by their keys. */
async function claimsOf(context: SubscriptionContext, request: SubscriptionRequest): Promise<readonly ClaimAnswer[]> {
  const { claims } = context
  const known = await findOwnClaim(claims, request)
  const asked = ordersOf(request)
  if (known !== null && isOnly(asked)) return [known]
  const found: ClaimAnswer[] = known === null ? [] : [known]
  for (const order of asked.kind === 'orders' ? asked.orders : []) {
    if (known !== null && orderOf(known.claim, { orders: [order] }) !== null) continue
    const claim = await claimOfOrder(claims, order, wasRefused(request))
    if (claim !== null) found.push(claim)
  }
  return found
}

/** Whether a request has at most one alternative, whose claim the status names. */
function isOnly(asked: Asked): boolean {
  return asked.kind !== 'orders' || asked.orders.length === 1
}

/**
 * Whether the present spec was refused without a claim. If a run under other rules claims all the
 * same, `releaseOrphans` releases that claim. A deletion increments the generation.
 */
function wasRefused({ metadata: { generation = 0 }, status }: SubscriptionRequest): boolean {
  return (
    status?.claim === undefined &&
    findCondition(status?.conditions, 'Ready')?.reason === 'Refused' &&
    (status?.observedGeneration ?? 0) >= generation - 1
  )
}

/** The claim of an order; null for a refused request that made none. */
async function claimOfOrder(
  claims: SubscriptionContext['claims'],
  { request, key }: Order,
  isRefused: boolean,
): Promise<ClaimAnswer | null> {
  const found = await findClaimByKey(claims, request.globalAccount, key)
  if (found !== null) return claims.get(found.id)
  if (isRefused) return null
  // A concurrent run that read the request before its deletion may still claim under this key. A
  // claim without a plan uses the key up and gets no account.
  const { target: _, ...nothing } = { ...request, plan: '' }
  return claims.claim({ request: nothing, cluster: null, ...CALLER }, key)
}

function releasing({ claim: { cluster, message: obstacle } }: ClaimAnswer): readonly SubscriptionFinding[] {
  const waits =
    cluster === null
      ? 'The account is being released.'
      : `The account will be released once cluster ${cluster} is gone.`
  const message = obstacle === null ? waits : `${waits} ${obstacle}`
  return [
    { type: 'Ready', status: 'False', reason: 'Releasing', message },
    { type: 'Released', status: 'False', reason: cluster === null ? 'Releasing' : 'StillInUse', message },
  ]
}
