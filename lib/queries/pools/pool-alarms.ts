import { type AlarmReason, alarmsOf, type Marks, marksOf, type Runway } from '#lib/hap/pools/alarm.ts'
import type { RaisedAlarms } from '#lib/store/alarms.ts'
import { runwayAt } from '../history/pool-rates.ts'
import type { BaseContext } from '../query-context.ts'
import type { AlarmsInForce } from './alarms-in-force.ts'
import { poolFacts } from './pool-facts.ts'
import { rulesByPool } from './rules-by-pool.ts'

/** An alarm of a pool as pages show it. */
interface PoolAlarm {
  readonly reason: AlarmReason
  /** RFC 3339. */
  readonly since: string
}

/** What the alarms of a pool go by, and those that are raised. */
export interface PoolWater {
  readonly accounts: Marks
  readonly days: Marks
  readonly runway: Runway
  readonly alarms: readonly PoolAlarm[]
}

/** Where a dedicated pool that rules lead to stands; others raise no alarm, since nobody runs short of them. */
export function poolWater(
  { key, accounts, usable }: { readonly key: string; readonly accounts: number; readonly usable: number },
  { marks, rates, raised }: AlarmsInForce,
): PoolWater {
  return {
    accounts: marksOf(marks.accounts, key, accounts),
    days: marksOf(marks.days, key, accounts),
    runway: runwayAt(rates, key, usable),
    alarms: Array.from(raised.get(key) ?? [], ([reason, since]) => ({ reason, since: since.toISOString() })),
  }
}

/** The alarms that are raised now, given those that were. */
export function decideAlarms({ marks, rates, raised: before }: AlarmsInForce, context: BaseContext): RaisedAlarms {
  const dedicated = [...poolFacts(context).pools].filter(([, { pool }]) => !pool.shared)
  const { leading } = rulesByPool(
    dedicated.map(([, { pool }]) => pool),
    context,
  )
  const raised = new Map<string, ReadonlyMap<AlarmReason, Date>>()
  for (const [key, { accounts, empty: usable }] of dedicated) {
    if (!leading.has(key)) continue
    const was = before.get(key)
    const room = { usable, runway: runwayAt(rates, key, usable) }
    const own = { accounts: marksOf(marks.accounts, key, accounts), days: marksOf(marks.days, key, accounts) }
    const reasons = alarmsOf(new Set(was?.keys()), room, own)
    if (reasons.length === 0) continue
    raised.set(key, new Map(reasons.map(reason => [reason, was?.get(reason) ?? new Date(context.at)])))
  }
  return raised
}
