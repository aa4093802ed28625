import { type HistoryDays, type PoolFlow, type PoolMarks, type Runway, runway } from '#lib/hap/pools/alarm.ts'
import type { RaisedAlarms } from '#lib/store/alarms.ts'
import type { DayFlow } from '#lib/store/states/state-history.ts'

const DAY = 86_400_000

/** Claims and returns of accounts per pool within some days. */
export interface PoolRates extends HistoryDays {
  readonly byPool: ReadonlyMap<string, PoolFlow>
}

/** Rates before the first record. */
export const NO_RATES: PoolRates = { known: 0, watched: 0, byPool: new Map() }

/** Recorded changes of a window, as the database returns them. */
export interface RecordedFlows {
  readonly since: Date | null
  readonly flows: readonly DayFlow[]
  /** Start of the window in milliseconds since 1970. */
  readonly from: number
}

/**
 * Computes the rates of a window that ends at `at`, in milliseconds since 1970, from database rows.
 */
export function computeRates({ since, flows, from }: RecordedFlows, at: number): PoolRates {
  const first = since === null ? at : since.getTime()
  const byPool = Map.groupBy(flows, ({ poolKey }) => poolKey)
  return {
    known: (at - first) / DAY,
    watched: (at - Math.max(from, first)) / DAY,
    byPool: new Map(Array.from(byPool, ([key, ofPool]) => [key, sumFlows(ofPool)])),
  }
}

/** Computes how long the free accounts of a pool last. */
export function computeRunway({ byPool, ...days }: PoolRates, poolKey: string, free: number): Runway {
  return runway(free, byPool.get(poolKey) ?? sumFlows([]), days)
}

/** Sums flows. */
export function sumFlows(flows: readonly PoolFlow[]): PoolFlow {
  return flows.reduce((sum, { claimed, freed }) => ({ claimed: sum.claimed + claimed, freed: sum.freed + freed }), {
    claimed: 0,
    freed: 0,
  })
}

/** Thresholds, rates and raised alarms of the pools. */
export interface AlarmsInForce {
  readonly marks: { readonly accounts: PoolMarks; readonly days: PoolMarks }
  readonly rates: PoolRates
  readonly raised: RaisedAlarms
}
