import { type AlarmReason, alarmsOf, type Marks, marksOf, type Runway } from '#lib/hap/pools/alarm.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import type { StateCounts } from '#lib/hap/pools/pooled-binding.ts'
import type { UnusableCounts } from '#lib/hap/selection/usability.ts'
import type { RaisedAlarms } from '#lib/store/alarms.ts'
import type { BaseContext } from '../query-context.ts'
import { mapRulesToPools, type RuleLink } from '../rules-by-pool.ts'
import { getPoolFacts } from './pool-facts.ts'
import { type AlarmsInForce, computeRunway } from './pool-rates.ts'

/**
 * `no-rule`: no rule leads to the pool. `no-binding`: a rule leads to a pool without bindings.
 * `only-queue`: only waiting claims name the pool. `exhausted`: a rule leads to a pool without a
 * usable account.
 */
export const POOL_PROBLEMS = ['no-rule', 'no-binding', 'only-queue', 'exhausted'] as const

type PoolProblem = (typeof POOL_PROBLEMS)[number]

/** One row of the pools page. */
export interface PoolRow {
  /** Unique on the page; the pool key where the pool exists. */
  readonly key: string
  /** Null for a rule with an open region that matches no pool, see `name`. */
  readonly pool: Pool | null
  /** Hyperscaler type; `…` for an open region. */
  readonly name: string
  readonly euAccess: boolean
  readonly shared: boolean
  /** Group of the row, for example `aws`. */
  readonly provider: string
  /** An account with several bindings in the pool counts once, in its most restrictive state. */
  readonly accounts: number
  readonly states: StateCounts
  /** Free accounts that a new tenant can claim: reached by a rule and without clusters. */
  readonly usable: number
  /** Unusable shared accounts, and unusable free ones without clusters, by cause. */
  readonly unusable: UnusableCounts
  /** Global accounts with an account of it, or with a shoot on a shared one. */
  readonly tenants: number
  readonly shoots: number
  /** Waiting claims; null while unknown. */
  readonly waiting: number | null
  readonly rules: readonly RuleLink[]
  readonly problem: PoolProblem | null
  /** Null for pools without alarms: shared ones, and those without a rule. */
  readonly water: PoolWater | null
  /** Whether it has an alarm and still a usable account. */
  readonly low: boolean
}

/** Pools of one hyperscaler with their sums. An account in several of the pools counts once. */
export interface PoolGroup {
  readonly provider: string
  readonly pools: readonly PoolRow[]
  readonly accounts: number
  readonly states: StateCounts
  readonly usable: number
  /** Global accounts that use at least one of the pools. */
  readonly tenants: number
  /** Shoots on the accounts of all its pools. */
  readonly shoots: number
}

type Counted = Omit<PoolRow, 'problem' | 'water' | 'low'>

/**
 * Builds the row of a pool with a rule, bindings or waiting claims. `left`: accounts that a search of
 * the pool picks.
 */
export function buildPoolRow(row: Counted, left: number, alarms: AlarmsInForce): PoolRow {
  const dedicated = !row.shared && row.accounts > 0 && row.rules.length > 0
  const water = dedicated ? getPoolWater(row, alarms) : null
  const problem = problemOf(row, left)
  return { ...row, problem, water, low: problem !== 'exhausted' && water !== null && water.alarms.length > 0 }
}

function problemOf({ accounts, rules }: Counted, left: number): PoolProblem | null {
  if (accounts === 0) return rules.length === 0 ? 'only-queue' : 'no-binding'
  if (rules.length === 0) return 'no-rule'
  return left === 0 ? 'exhausted' : null
}

/** A raised alarm. */
interface PoolAlarm {
  readonly reason: AlarmReason
  /** RFC 3339. */
  readonly since: string
}

/** Thresholds and raised alarms of a pool. */
interface PoolWater {
  readonly accounts: Marks
  readonly days: Marks
  readonly runway: Runway
  readonly alarms: readonly PoolAlarm[]
}

/** Only dedicated pools with a rule have alarms, because no request can exhaust others. */
function getPoolWater(
  { key, accounts, usable }: { readonly key: string; readonly accounts: number; readonly usable: number },
  { marks, rates, raised }: AlarmsInForce,
): PoolWater {
  return {
    accounts: marksOf(marks.accounts, key, accounts),
    days: marksOf(marks.days, key, accounts),
    runway: computeRunway(rates, key, usable),
    alarms: Array.from(raised.get(key) ?? [], ([reason, since]) => ({ reason, since: since.toISOString() })),
  }
}

/** Decides which alarms are raised, given those raised before. */
export function decideAlarms({ marks, rates, raised: before }: AlarmsInForce, context: BaseContext): RaisedAlarms {
  const dedicated = [...getPoolFacts(context).pools].filter(([, { pool }]) => !pool.shared)
  const { leading } = mapRulesToPools(
    dedicated.map(([, { pool }]) => pool),
    context,
  )
  const raised = new Map<string, ReadonlyMap<AlarmReason, Date>>()
  for (const [key, { accounts, usable }] of dedicated) {
    if (!leading.has(key)) continue
    const previous = before.get(key)
    const room = { usable, runway: computeRunway(rates, key, usable) }
    const own = { accounts: marksOf(marks.accounts, key, accounts), days: marksOf(marks.days, key, accounts) }
    const reasons = alarmsOf(new Set(previous?.keys()), room, own)
    if (reasons.length === 0) continue
    raised.set(key, new Map(reasons.map(reason => [reason, previous?.get(reason) ?? new Date(context.at)])))
  }
  return raised
}
