import { type Pool, poolName } from '#lib/hap/pools/pool.ts'
import type { AccountRequest } from '#lib/hap/request.ts'
import { formatRule } from '#lib/hap/rules/rule.ts'
import { wayOf } from '#lib/hap/selection/resolve-target.ts'
import type { SelectionConfig } from '#lib/hap/selection/usage.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import type { SubscriptionSelector } from '#lib/hap/subscription-selector.ts'
import type { SubscriptionReason } from '#lib/operators/api/subscription-conditions.ts'
import type { AskedOrders } from './asked-claim.ts'

/** Whether rules lead a request to a pool that its selector allows. */
interface PoolVerdict {
  /** Null when the request is not to be asked for. */
  readonly pool: Pool | null
  readonly reason: SubscriptionReason<'PoolFound'>
  /** A sentence. */
  readonly message: string
}

/** Looks at rules and names alone: who asks in vain is told so, and nothing is claimed. `now` in epoch milliseconds. */
export function poolVerdict(
  { orders, selector }: AskedOrders,
  selection: Omit<SelectionConfig, 'at' | 'policy'>,
  now: number,
): PoolVerdict {
  const config: SelectionConfig = { ...selection, policy: policyOf('documented'), at: now }
  const [{ request }] = orders
  return request.target ? byName(orders, config) : byRule(request, selector, config)
}

function byRule(request: AccountRequest, selector: SubscriptionSelector, config: SelectionConfig): PoolVerdict {
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
function byName(orders: AskedOrders['orders'], config: SelectionConfig): PoolVerdict {
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
