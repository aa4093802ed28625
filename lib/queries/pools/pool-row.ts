import { type AlarmReason, alarmsOf, type Marks, marksOf, type Runway } from '#lib/hap/pools/alarm.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import type { StateCounts } from '#lib/hap/pools/pooled-binding.ts'
import { totalUnusable, type UnusableCounts } from '#lib/hap/selection/usability.ts'
import type { RaisedAlarms } from '#lib/store/alarms.ts'
import type { BaseContext } from '../query-context.ts'
import { getPoolFacts } from './pool-facts.ts'
import { type AlarmsInForce, computeRunway } from './pool-rates.ts'
import { mapRulesToPools, type RuleLink } from './rules-by-pool.ts'

/**
 * `no-rule`: nothing can get an account of it. `no-binding`: a rule leads to it, and it does not exist. `only-queue`: it exists no
 * more than that, and all there is of it are claims that wait for it.
 * `exhausted`: a rule leads to it, and it has no free account that nobody uses, or as a shared pool none that can be used.
 */
export const POOL_PROBLEMS = ['no-rule', 'no-binding', 'only-queue', 'exhausted'] as const

type PoolProblem = (typeof POOL_PROBLEMS)[number]

/** One line of the pools page. */
export interface PoolRow {
  /** Unique on the page; a pool key where there is such a pool. */
  readonly key: string
  /** Null for a rule whose region is open and that no pool fits, see `name`. */
  readonly pool: Pool | null
  /** Hyperscaler type, an open region as `…`. */
  readonly name: string
  readonly euAccess: boolean
  readonly shared: boolean
  /** What the pools are grouped by, for example `aws`. */
  readonly provider: string
  /** Bindings, as HAP counts accounts: one that two bindings refer to counts twice. */
  readonly accounts: number
  readonly states: StateCounts
  /** Free accounts that a new tenant may get: a rule leads to them and nobody uses them. */
  readonly usable: number
  /** Shared accounts, and free ones without clusters, that cannot be used, by cause. */
  readonly unusable: UnusableCounts
  /** Global accounts that have an account of it, or a shoot on one of its shared ones. */
  readonly tenants: number
  readonly shoots: number
  /** Claims that wait for it; null while nobody knows. */
  readonly waiting: number | null
  readonly rules: readonly RuleLink[]
  readonly problem: PoolProblem | null
  /** Null for a pool that raises no such alarm: a shared one, and one nobody is led to. */
  readonly water: PoolWater | null
  /** It raises such an alarm, and still has something to give. */
  readonly low: boolean
}

export interface PoolGroup {
  readonly provider: string
  readonly pools: readonly PoolRow[]
  readonly accounts: number
  readonly states: StateCounts
  /** Global accounts that use any of the pools. */
  readonly tenants: number
  /** On the accounts of any of the pools. */
  readonly shoots: number
}

type Counted = Omit<PoolRow, 'problem' | 'water' | 'low'>

/** The row of a pool that rules lead to or bindings are in. */
export function buildPoolRow(row: Counted, alarms: AlarmsInForce): PoolRow {
  const dedicated = !row.shared && row.accounts > 0 && row.rules.length > 0
  const water = dedicated ? getPoolWater(row, alarms) : null
  const problem = problemOf(row)
  return { ...row, problem, water, low: problem !== 'exhausted' && water !== null && water.alarms.length > 0 }
}

function problemOf({ accounts, rules, shared, states, usable, unusable }: Counted): PoolProblem | null {
  if (accounts === 0) return rules.length === 0 ? 'only-queue' : 'no-binding'
  if (rules.length === 0) return 'no-rule'
  const left = shared ? states.shared - totalUnusable(unusable) : usable
  return left === 0 ? 'exhausted' : null
}

/** An alarm of a pool as pages show it. */
interface PoolAlarm {
  readonly reason: AlarmReason
  /** RFC 3339. */
  readonly since: string
}

/** What the alarms of a pool go by, and those that are raised. */
interface PoolWater {
  readonly accounts: Marks
  readonly days: Marks
  readonly runway: Runway
  readonly alarms: readonly PoolAlarm[]
}

/** Where a dedicated pool that rules lead to stands; others raise no alarm, since nobody runs short of them. */
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

/** The alarms that are raised now, given those that were. */
export function decideAlarms({ marks, rates, raised: before }: AlarmsInForce, context: BaseContext): RaisedAlarms {
  const dedicated = [...getPoolFacts(context).pools].filter(([, { pool }]) => !pool.shared)
  const { leading } = mapRulesToPools(
    dedicated.map(([, { pool }]) => pool),
    context,
  )
  const raised = new Map<string, ReadonlyMap<AlarmReason, Date>>()
  for (const [key, { accounts, empty: usable }] of dedicated) {
    if (!leading.has(key)) continue
    const was = before.get(key)
    const room = { usable, runway: computeRunway(rates, key, usable) }
    const own = { accounts: marksOf(marks.accounts, key, accounts), days: marksOf(marks.days, key, accounts) }
    const reasons = alarmsOf(new Set(was?.keys()), room, own)
    if (reasons.length === 0) continue
    raised.set(key, new Map(reasons.map(reason => [reason, was?.get(reason) ?? new Date(context.at)])))
  }
  return raised
}
