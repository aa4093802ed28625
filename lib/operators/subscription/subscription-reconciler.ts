import { SUBSCRIPTION_FINALIZER } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import { addFinalizer, isTerminating } from '#lib/operators/framework/object-helpers.ts'
import type { Outcome, Reconciler } from '#lib/operators/framework/reconciler.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import type { ClaimAnswer, ClaimService } from '#lib/services/claims/claim-service.ts'
import { type ClaimRecord, isGivenBack } from '#lib/store/claims/claim-record.ts'
import {
  type ClaimOrders,
  findClaimByKey,
  findOwnClaim,
  keyForNewPool,
  keyForRules,
  type Order,
  orderOf,
  ordersOf,
} from './claim-orders.ts'
import { claimFields, hasAccount, placeOf, readyByClaim, writeStatus } from './claim-status.ts'
import { evaluateRequest, namesKind, refused, type SubscriptionFinding, VALID } from './evaluate-request.ts'
import { finalizeRequest } from './finalize-request.ts'
import { CALLER, type SubscriptionContext } from './subscription-context.ts'

/**
 * Requeue intervals in milliseconds: positions move when other claims leave the queue, and a
 * release takes time; no source delivers either.
 */
const RECHECK_MS: Readonly<Record<string, number>> = { waiting: 30_000, releasing: 5_000 }
/** Interval between checks whether a pool that had no bindings has some now. */
const UNKNOWN_POOL_MS = 60_000

const WHEN_CHANGED: Outcome = { requeueAt: null }

/**
 * Keeps one claim per SubscriptionRequest, under a key that is the same for each process and retry.
 * A request keeps its account until it is deleted.
 */
export function subscriptionReconciler(context: SubscriptionContext): Reconciler {
  return {
    async reconcile(key, signal) {
      const seen = context.requests.get(key)
      if (seen === null) return WHEN_CHANGED
      if (isTerminating(seen)) return finalizeRequest(context, seen, signal)
      const request = await addFinalizer(context.client, placeOf(seen), seen, SUBSCRIPTION_FINALIZER)
      const held = await findOwnClaim(context.claims, request)
      if (held !== null && hasAccount(held)) return keepAccount(context, request, held, signal)
      return requestAccount(context, request, held, signal)
    },
  }
}

async function keepAccount(
  context: SubscriptionContext,
  request: SubscriptionRequest,
  held: ClaimAnswer,
  signal: AbortSignal,
): Promise<Outcome> {
  const { answer, refusal } = await updateCluster(context, request, held)
  const asked = ordersOf(request)
  const isSame = asked.kind === 'orders' && orderOf(answer.claim, asked) !== null
  const accepted = refusal ?? (isSame ? VALID : CHANGED)
  await writeStatus(context, request, [accepted, readyByClaim(answer)], claimFields(answer), signal)
  return WHEN_CHANGED
}

/**
 * Writes the name of the cluster to the claim. Where another claim uses the name, the request keeps
 * its account and gets a condition.
 */
async function updateCluster(
  { claims }: SubscriptionContext,
  { spec: { cluster } }: SubscriptionRequest,
  held: ClaimAnswer,
): Promise<{ readonly answer: ClaimAnswer; readonly refusal: SubscriptionFinding | null }> {
  if (cluster === undefined || cluster === held.claim.cluster) return { answer: held, refusal: null }
  try {
    return { answer: await claims.setCluster(held.claim.id, cluster, CALLER), refusal: null }
  } catch (error) {
    if (!(error instanceof ClaimError) || error.status !== 409) throw error
    const message = `The account is kept and not used for cluster ${cluster}: ${error.message}`
    return { answer: held, refusal: { type: 'Accepted', status: 'False', reason: 'ClusterRefused', message } }
  }
}

const CHANGED: SubscriptionFinding = {
  type: 'Accepted',
  status: 'False',
  reason: 'ChangedAfterBinding',
  message:
    'The request was changed after its account was assigned. It keeps the account; create a new request for another one.',
}

async function requestAccount(
  context: SubscriptionContext,
  request: SubscriptionRequest,
  held: ClaimAnswer | null,
  signal: AbortSignal,
): Promise<Outcome> {
  const { claims, now } = context
  const judgement = evaluateRequest(request, context.rules(), now())
  const ordered = held !== null && judgement.kind === 'ask' ? orderOf(held.claim, judgement.asked) : null
  // Otherwise the claim would stay in the queue for an outdated request.
  if (held !== null && ordered === null && isOpen(held)) await claims.release(held.claim.id, CALLER)
  if (judgement.kind === 'refuse') {
    await writeStatus(context, request, judgement.findings, {}, signal)
    return WHEN_CHANGED
  }
  const { asked, findings } = judgement
  const chosen = ordered === null ? await chooseOrder(claims, asked) : { order: ordered, held }
  const obtained = await claimAccount(context, {
    asked: chosen.order,
    cluster: request.spec.cluster ?? null,
    held: chosen.held,
  })
  if (obtained.kind !== 'claim') {
    const ready = obtained.kind === 'later' ? requested(obtained.message) : refused(obtained.message)
    const fields = chosen.held === null ? {} : claimFields(chosen.held)
    await writeStatus(context, request, [...findings, ready], fields, signal)
    return obtained.kind === 'later' ? { requeueAt: now() + obtained.inMs } : WHEN_CHANGED
  }
  const { answer } = obtained
  // Other rules may have been published between the evaluation and the claim.
  const isUnwanted = hasAccount(answer) && !namesKind(asked.selector, { shared: answer.claim.outcome === 'shared' })
  if (isUnwanted) await claims.release(answer.claim.id, CALLER)
  const last = isUnwanted ? await claims.get(answer.claim.id) : answer
  await writeStatus(context, request, [...findings, readyByClaim(last)], claimFields(last), signal)
  const recheckMs = last.claim.cause === 'unknown-pool' ? UNKNOWN_POOL_MS : RECHECK_MS[last.claim.status]
  return recheckMs === undefined ? WHEN_CHANGED : { requeueAt: now() + recheckMs }
}

/** Whether a claim may still get an account. */
function isOpen({ claim }: ClaimAnswer): boolean {
  return claim.status !== 'refused' && !isGivenBack(claim)
}

function requested(message: string): SubscriptionFinding {
  return { type: 'Ready', status: 'False', reason: 'Requested', message }
}

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
 * rules, or once its pool has bindings. Throws errors of database and Gardener.
 */
async function claimAccount(context: SubscriptionContext, { asked, cluster, held }: Asking): Promise<ClaimResult> {
  const { claims } = context
  const isRefused = held?.claim.status === 'refused'
  const retryKey = isRefused ? await keyOfRetry(context, asked, held.claim) : null
  if (held !== null && isSettled(held) && (retryKey === null || held.claim.key === retryKey))
    return { kind: 'claim', answer: held }
  const key = retryKey ?? held?.claim.key ?? asked.key
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

/** Key of the next attempt of a refused order; the key of the claim while nothing has changed. */
async function keyOfRetry(
  { claims, rules }: SubscriptionContext,
  { key, request }: Order,
  claim: ClaimRecord,
): Promise<string> {
  const byNewRules = keyForRules(key, rules().revision)
  if (claim.cause !== 'unknown-pool') return byNewRules
  const { foreseen } = await claims.preview(request)
  return foreseen.kind === 'refuse' ? claim.key : keyForNewPool(claim.key)
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
 * answer was lost, else the first that gives an account now, else the first that can wait for one,
 * else the first, which is refused. Throws errors of the claim service.
 */
async function chooseOrder(
  claims: Pick<ClaimService, 'get' | 'list' | 'preview'>,
  { orders }: Pick<ClaimOrders, 'orders'>,
): Promise<ChosenOrder> {
  const [first, ...others] = orders
  if (others.length === 0) return { order: first, held: null }
  for (const order of orders) {
    const found = await findClaimByKey(claims, order.request.globalAccount, order.key)
    if (found !== null) return { order, held: await claims.get(found.id) }
  }
  let waiting: Order | null = null
  for (const order of orders) {
    const { foreseen } = await claims.preview(order.request)
    if (foreseen.kind === 'wait') waiting ??= order
    // A concurrent action on the owned account decides shortly, and the claim waits for it.
    if (foreseen.kind !== 'wait' && foreseen.kind !== 'refuse') return { order, held: null }
  }
  return { order: waiting ?? first, held: null }
}
