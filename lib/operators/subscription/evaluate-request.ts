import { type Pool, poolName } from '#lib/hap/pools/pool.ts'
import type { AccountRequest } from '#lib/hap/request.ts'
import { formatRule } from '#lib/hap/rules/rule.ts'
import { resolveTarget } from '#lib/hap/selection/resolve-target.ts'
import type { SelectionConfig } from '#lib/hap/selection/usage.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import type { SubscriptionSelector } from '#lib/hap/subscription-selector.ts'
import type {
  SUBSCRIPTION_CONDITIONS,
  SubscriptionReason,
  SubscriptionRequest,
} from '#lib/operators/api/subscription-request.ts'
import type { Finding } from '#lib/operators/framework/conditions.ts'
import type { ClaimRules } from '#lib/services/claims/claim-context.ts'
import { type ClaimOrders, ordersOf } from './claim-orders.ts'

/** Finding of a condition of a SubscriptionRequest. */
export type SubscriptionFinding = Finding<typeof SUBSCRIPTION_CONDITIONS>

/**
 * Whether the operator claims an account for a request, with its conditions: all of a refused one,
 * all but Ready otherwise.
 */
type Evaluation =
  | { readonly kind: 'ask'; readonly asked: ClaimOrders; readonly findings: readonly SubscriptionFinding[] }
  | { readonly kind: 'refuse'; readonly findings: readonly SubscriptionFinding[] }

/** Evaluates a request by the rules; `now` in epoch milliseconds. */
export function evaluateRequest(
  request: Pick<SubscriptionRequest, 'metadata' | 'spec'>,
  { selection }: Pick<ClaimRules, 'selection'>,
  now: number,
): Evaluation {
  const asked = ordersOf(request)
  if (asked.kind === 'invalid') return { kind: 'refuse', findings: invalid(asked.message) }
  const { pool, reason, message } = evaluatePool(asked, selection, now)
  const status = pool === null ? 'False' : 'True'
  const findings: SubscriptionFinding[] = [VALID, { type: 'PoolFound', status, reason, message }]
  if (pool !== null) return { kind: 'ask', asked, findings }
  return { kind: 'refuse', findings: [...findings, refused(message)] }
}

/** Condition Accepted of a valid request. */
export const VALID: SubscriptionFinding = {
  type: 'Accepted',
  status: 'True',
  reason: 'SpecValid',
  message: 'Spec accepted.',
}

/** Condition Ready of a request that gets no account. */
export function refused(message: string): SubscriptionFinding {
  return { type: 'Ready', status: 'False', reason: 'Refused', message }
}

function invalid(message: string): readonly SubscriptionFinding[] {
  const unseen = 'The request cannot be read.'
  return [
    { type: 'Accepted', status: 'False', reason: 'SpecInvalid', message },
    { type: 'PoolFound', status: 'Unknown', reason: 'NotLookedAt', message: unseen },
    refused(message),
  ]
}

/** Whether the rules lead a request to a pool that its selector permits. */
interface PoolEvaluation {
  /** Null for a refused request. */
  readonly pool: Pool | null
  readonly reason: SubscriptionReason<'PoolFound'>
  /** Message of the condition. */
  readonly message: string
}

/**
 * Evaluates rules and selector only, so that a request without a chance is refused without a claim.
 * `now` in epoch milliseconds.
 */
export function evaluatePool(
  { orders, selector }: ClaimOrders,
  selection: Omit<SelectionConfig, 'at' | 'policy'>,
  now: number,
): PoolEvaluation {
  const config: SelectionConfig = { ...selection, policy: policyOf('documented'), at: now }
  const [{ request }] = orders
  return request.target ? byName(orders, config) : byRule(request, selector, config)
}

function byRule(request: AccountRequest, selector: SubscriptionSelector, config: SelectionConfig): PoolEvaluation {
  const { rule, pool, end } = resolveTarget(request, config)
  if (rule === null || pool === null) {
    return { pool: null, reason: end?.kind === 'no-rule' ? 'NoRule' : 'RequestRefused', message: end?.message ?? '' }
  }
  const led = `Rule ${formatRule(rule)} selects pool ${poolName(pool)}`
  if (!namesKind(selector, pool)) return { pool: null, reason: 'KindNotNamed', message: `${led}, ${notNamed(pool)}.` }
  if (end !== null) return { pool: null, reason: 'RequestRefused', message: end.message }
  return { pool, reason: 'RuleMatched', message: `${led}.` }
}

/** Pools of alternatives without a plan; one refused alternative invalidates the request. */
function byName(orders: ClaimOrders['orders'], config: SelectionConfig): PoolEvaluation {
  const targets = orders.map(({ request }) => resolveTarget(request, config))
  const end = targets.find(target => target.end !== null)?.end ?? null
  if (end !== null) return { pool: null, reason: 'RequestRefused', message: end.message }
  const pools = targets.flatMap(({ pool }) => (pool === null ? [] : [pool]))
  const named = pools.map(pool => `pool ${poolName(pool)}`).join(', then ')
  const message = `Without a plan no rule applies: ${named}.`
  return { pool: pools[0] ?? null, reason: 'ProviderOnly', message }
}

/** Whether a selector permits the kind of accounts in a pool. */
export function namesKind({ alternatives }: SubscriptionSelector, { shared }: Pick<Pool, 'shared'>): boolean {
  return alternatives.some(({ kind }) => kind === (shared ? 'shared' : 'dedicated'))
}

function notNamed({ shared }: Pool): string {
  return shared
    ? 'and the selector names no shared accounts: add || shared to it, or change the rule'
    : 'and the selector names shared accounts only: add globalaccount:<id> || to it, or change the rule'
}
