import { createHash } from 'node:crypto'
import type { AccountRequest } from '#lib/hap/request.ts'
import {
  type Alternative,
  formatProblem,
  parseSubscriptionSelector,
  type SubscriptionSelector,
} from '#lib/hap/subscription-selector.ts'
import { CLUSTER_LABELS } from '#lib/operators/api/resources.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import type { OperatorObjects } from '#lib/queries/operators/operator-objects.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import type { ClaimAnswer, ClaimService } from '#lib/services/claims/claim-service.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'

/** One order to the claim service. */
export interface Order {
  readonly request: AccountRequest
  /** Idempotency key; changes only with fields that decide on the account. */
  readonly key: string
}

/** Orders of a request, of which the operator uses one. */
export interface ClaimOrders {
  readonly kind: 'orders'
  readonly selector: SubscriptionSelector
  /**
   * One order with a plan, whose rules select the pool. Without a plan the alternatives of the
   * selector from left to right.
   */
  readonly orders: readonly [Order, ...Order[]]
}

/** Orders of a SubscriptionRequest, or the syntax error of its selector. */
export type Asked = ClaimOrders | { readonly kind: 'invalid'; readonly message: string }

type Asking = Pick<SubscriptionRequest, 'metadata' | 'spec'>

/**
 * Translates a SubscriptionRequest into orders. The tenant is the selector's global account; for a
 * selector of shared accounts only, that of the label.
 */
export function ordersOf({ metadata, spec }: Asking): Asked {
  const { provider, plan, region = '', platformRegion = '', euAccess = false } = spec
  const parsed = parseSubscriptionSelector(spec.subscriptionSelector)
  if ('problems' in parsed)
    return { kind: 'invalid', message: `spec.subscriptionSelector: ${formatProblem(parsed.problems)}` }
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

/** Prefix of the keys of all claims of SubscriptionRequests. */
export const REQUEST_KEYS = 'subscription-request/'

/** Uid of the SubscriptionRequest in the key of a claim; null for a claim of another client. */
export function requestUidOf(key: string): string | null {
  return key.startsWith(REQUEST_KEYS) ? (key.slice(REQUEST_KEYS.length).split('/')[0] ?? null) : null
}

/**
 * Finds the order of a claim under any revision of the rules; null if the orders have changed
 * since.
 */
export function orderOf(
  { key }: { readonly key: string },
  { orders }: { readonly orders: readonly Order[] },
): Order | null {
  return orders.find(order => key === order.key || key.startsWith(`${order.key}/`)) ?? null
}

/** Key of a retry under other rules than those that refused the request. */
export function keyForRules(key: string, rulesRevision: string): string {
  return `${key}/${rulesRevision}`
}

/** Key of a retry of a claim whose pool had no bindings; another one for each retry. */
export function keyForNewPool(key: string): string {
  const [, of = key, retry = '0'] = /^(.*)\/pool-(\d+)$/.exec(key) ?? []
  return `${of}/pool-${Number(retry) + 1}`
}

function keyOf(uid: string, request: AccountRequest): string {
  const { plan, provider, platformRegion, hyperscalerRegion, globalAccount, target } = request
  const named = target ? [target.euAccess, target.shared] : []
  const what = JSON.stringify([plan, provider, platformRegion, hyperscalerRegion, globalAccount, ...named])
  return `${REQUEST_KEYS}${uid}/${createHash('sha256').update(what).digest('hex').slice(0, 16)}`
}

/** Finds a claim by its id; null without one. Throws errors of the database. */
export async function findClaimById(claims: Pick<ClaimService, 'get'>, id: string): Promise<ClaimAnswer | null> {
  try {
    return await claims.get(id)
  } catch (error) {
    if (error instanceof ClaimError && error.status === 404) return null
    throw error
  }
}

/**
 * Finds the claim in the status of a request; null without one. Its key must name the request, since
 * a forged status may name the claim of another tenant. Throws errors of the database.
 */
export async function findOwnClaim(
  claims: Pick<ClaimService, 'get'>,
  { metadata, status }: Pick<SubscriptionRequest, 'metadata' | 'status'>,
): Promise<ClaimAnswer | null> {
  const found = status?.claim === undefined ? null : await findClaimById(claims, status.claim)
  return found !== null && requestUidOf(found.claim.key) === metadata.uid ? found : null
}

/** Finds a claim of a tenant by its key; null without one. */
export async function findClaimByKey(
  claims: Pick<ClaimService, 'list'>,
  tenant: string,
  key: string,
): Promise<ClaimRecord | null> {
  const { claims: found } = await claims.list({ tenant, key, offset: 0, limit: 1 })
  return found[0] ?? null
}

/** Changes to an existing claim. */
export type ClaimChange = 'release' | 'cancel-claim' | 'set-cluster'

const DELETE_INSTEAD = 'Delete that request, or the Cluster that created it, instead.'

const INSTEAD: Readonly<Record<ClaimChange, string>> = {
  release: DELETE_INSTEAD,
  'cancel-claim': DELETE_INSTEAD,
  'set-cluster': 'Its spec.cluster says which cluster it is for.',
}

/**
 * Why only the operator may change the claim of a SubscriptionRequest, as a sentence: its cluster
 * would lose the account. Null for other claims, identified by their Idempotency-Key, and without
 * operators.
 */
export function whyOnlyOperator(
  objects: Pick<OperatorObjects, 'subscriptions'> | null,
  key: string,
  change: ClaimChange,
): string | null {
  const uid = requestUidOf(key)
  if (objects === null || uid === null) return null
  return `The claim belongs to ${nameOf(objects, uid)}. ${INSTEAD[change]}`
}

function nameOf({ subscriptions }: Pick<OperatorObjects, 'subscriptions'>, uid: string): string {
  for (const { metadata } of subscriptions.all())
    if (metadata.uid === uid) return `SubscriptionRequest ${metadata.name}`
  return 'a SubscriptionRequest'
}
