import { type Pool, poolName } from '#lib/hap/pools/pool.ts'
import type { AccountRequest } from '#lib/hap/request.ts'
import { formatRule } from '#lib/hap/rules/rule.ts'
import { wayOf } from '#lib/hap/selection/resolve-target.ts'
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

export type SubscriptionFinding = Finding<typeof SUBSCRIPTION_CONDITIONS>

/** Whether a request is asked for, with what is said of it: all conditions of one that is not, else all but Ready. */
type Evaluation =
  | { readonly kind: 'ask'; readonly asked: ClaimOrders; readonly findings: readonly SubscriptionFinding[] }
  | { readonly kind: 'refuse'; readonly findings: readonly SubscriptionFinding[] }

/** Looks at a request and the rules; `now` in epoch milliseconds. */
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

export const VALID: SubscriptionFinding = {
  type: 'Accepted',
  status: 'True',
  reason: 'SpecValid',
  message: 'The request can be worked with.',
}

/** Ready of a request that gets no account as it is. */
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

/** Whether rules lead a request to a pool that its selector allows. */
interface PoolEvaluation {
  /** Null when the request is not to be asked for. */
  readonly pool: Pool | null
  readonly reason: SubscriptionReason<'PoolFound'>
  /** A sentence. */
  readonly message: string
}

/** Looks at rules and names alone: who asks in vain is told so, and nothing is claimed. `now` in epoch milliseconds. */
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
  const { rule, pool, end } = wayOf(request, config)
  if (rule === null || pool === null) {
    return { pool: null, reason: end?.kind === 'no-rule' ? 'NoRule' : 'RequestRefused', message: end?.message ?? '' }
  }
  const led = `Rule ${formatRule(rule)} leads to pool ${poolName(pool)}`
  if (!namesKind(selector, pool)) return { pool: null, reason: 'KindNotNamed', message: `${led}, ${notNamed(pool)}.` }
  if (end !== null) return { pool: null, reason: 'RequestRefused', message: end.message }
  return { pool, reason: 'RuleMatched', message: `${led}.` }
}

/** Of alternatives without a plan; one that is refused is as good as a request that cannot be read. */
function byName(orders: ClaimOrders['orders'], config: SelectionConfig): PoolEvaluation {
  const ways = orders.map(({ request }) => wayOf(request, config))
  const end = ways.find(way => way.end !== null)?.end ?? null
  if (end !== null) return { pool: null, reason: 'RequestRefused', message: end.message }
  const pools = ways.flatMap(({ pool }) => (pool === null ? [] : [pool]))
  const named = pools.map(pool => `pool ${poolName(pool)}`).join(', then ')
  const message = `Without a plan no rule is looked at: ${named}.`
  return { pool: pools[0] ?? null, reason: 'ProviderOnly', message }
}

/** Whether a selector names the kind of accounts that a pool has. */
export function namesKind({ alternatives }: SubscriptionSelector, { shared }: Pick<Pool, 'shared'>): boolean {
  return alternatives.some(({ kind }) => kind === (shared ? 'shared' : 'dedicated'))
}

function notNamed({ shared }: Pool): string {
  return shared
    ? 'and the selector names no shared accounts: add || shared to it, or change the rule'
    : 'and the selector names shared accounts only: add globalaccount:<id> || to it, or change the rule'
}
