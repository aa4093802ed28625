import { isLongEnough, type PoolFlow, type Runway, type Window } from '#lib/hap/pools/alarm.ts'
import type { Db } from '#lib/store/database/client.ts'
import { listDayFlows, readRecordingStart } from '#lib/store/states/state-history.ts'
import type { QueryContext } from '../query-context.ts'
import { getPoolFacts } from './pool-facts.ts'
import { computeRates, computeRunway, type PoolRates, type RecordedFlows, sumFlows } from './pool-rates.ts'

const DAY = 86_400_000

/** Claimed and freed accounts of a day, in all pools or in the requested one. */
export interface HistoryDay extends PoolFlow {
  /** In UTC, `2026-11-21`. */
  readonly day: string
}

/** Claimed and freed accounts of a window, with the resulting runways. */
export interface PoolHistory {
  readonly window: Window
  /** Start of the records, RFC 3339; null before the first one. */
  readonly since: string | null
  /** Whether the records suffice for a runway. */
  readonly longEnough: boolean
  /** Days of the window since the start of the records, including days without changes. */
  readonly days: readonly HistoryDay[]
  /** Runways of the dedicated pools by pool key, from the rates of the window. */
  readonly runways: Readonly<Record<string, Runway>>
}

/**
 * Returns claimed and freed accounts of recent days, and how long free accounts last at these
 * rates: of all pools, or of one. Throws StoreError.
 */
export async function getPoolHistory(
  db: Db,
  context: QueryContext,
  window: Window,
  pool: string | null = null,
): Promise<PoolHistory> {
  return buildPoolHistory({ window, ...(await readRecorded(db, context.at, window)) }, context, pool)
}

/**
 * Reads the rates of the window that ends at `at`, in milliseconds since 1970. Throws StoreError.
 */
export async function readPoolRates(db: Db, at: number, window: Window): Promise<PoolRates> {
  return computeRates(await readRecorded(db, at, window), at)
}

async function readRecorded(db: Db, at: number, window: Window): Promise<RecordedFlows> {
  const today = Math.floor(at / DAY) * DAY
  const from = today - (window - 1) * DAY
  const [since, flows] = await Promise.all([readRecordingStart(db), listDayFlows(db, new Date(from))])
  return { since, flows, from }
}

interface Recorded extends RecordedFlows {
  readonly window: Window
}

/** Builds the history from database rows. */
export function buildPoolHistory(
  { window, since, flows, from }: Recorded,
  context: QueryContext,
  pool: string | null = null,
): PoolHistory {
  const isMeant = (key: string) => pool === null || key === pool
  const byDay = Map.groupBy(
    flows.filter(({ poolKey }) => isMeant(poolKey)),
    ({ day }) => day,
  )
  const rates = computeRates({ since, flows, from }, context.at)
  const begin = context.at - rates.watched * DAY
  const dedicated = [...getPoolFacts(context).pools].filter(([key, { pool }]) => !pool.shared && isMeant(key))
  return {
    window,
    since: since?.toISOString() ?? null,
    longEnough: isLongEnough(rates),
    days: daysBetween(begin, context.at).map(day => ({ day, ...sumFlows(byDay.get(day) ?? []) })),
    runways: Object.fromEntries(dedicated.map(([key, { usable }]) => [key, computeRunway(rates, key, usable)])),
  }
}

function daysBetween(from: number, to: number): readonly string[] {
  const days: string[] = []
  for (let at = Math.floor(from / DAY) * DAY; at <= to; at += DAY) days.push(new Date(at).toISOString().slice(0, 10))
  return days
}
