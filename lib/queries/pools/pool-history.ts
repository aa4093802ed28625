import { isLongEnough, type PoolFlow, type Runway, type Window } from '#lib/hap/pools/alarm.ts'
import type { Db } from '#lib/store/database/client.ts'
import { type DayFlow, listDayFlows, readRecordingStart } from '#lib/store/states/state-history.ts'
import type { QueryContext } from '../query-context.ts'
import { getPoolFacts } from './pool-facts.ts'
import { computeRates, computeRunway, type PoolRates, sumFlows } from './pool-rates.ts'

const DAY = 86_400_000

/** What happened on a day, in all pools or in the one that was asked about. */
export interface HistoryDay extends PoolFlow {
  /** In UTC, `2026-11-21`. */
  readonly day: string
}

export interface PoolHistory {
  readonly window: Window
  /** RFC 3339; since when changes are written down, null before the first one. */
  readonly since: string | null
  /** Whether that is long enough to say how long pools last. */
  readonly longEnough: boolean
  /** Every day of the window of which something may be known, also those on which nothing happened. */
  readonly days: readonly HistoryDay[]
  /** Of these, as far as they are dedicated, by poolKey, by what happened within the window. */
  readonly runways: Readonly<Record<string, Runway>>
}

/**
 * What was claimed and freed within the last days, and how long the free accounts last at that rate: of all pools, or of one by its key.
 * Throws StoreError.
 */
export async function getPoolHistory(
  db: Db,
  context: QueryContext,
  window: Window,
  pool: string | null = null,
): Promise<PoolHistory> {
  return buildPoolHistory({ window, ...(await readRecorded(db, context.at, window)) }, context, pool)
}

/** The rates alone, of the window that ends at `at`, in milliseconds since 1970. Throws StoreError. */
export async function readPoolRates(db: Db, at: number, window: Window): Promise<PoolRates> {
  return computeRates(await readRecorded(db, at, window), at)
}

async function readRecorded(db: Db, at: number, window: Window): Promise<Omit<Recorded, 'window'>> {
  const today = Math.floor(at / DAY) * DAY
  const from = today - (window - 1) * DAY
  const [since, flows] = await Promise.all([readRecordingStart(db), listDayFlows(db, new Date(from))])
  return { since, flows, from }
}

interface Recorded {
  readonly window: Window
  readonly since: Date | null
  readonly flows: readonly DayFlow[]
  /** Begin of the window in milliseconds since 1970. */
  readonly from: number
}

/** The same of what the database answered. */
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
    runways: Object.fromEntries(dedicated.map(([key, { empty }]) => [key, computeRunway(rates, key, empty)])),
  }
}

function daysBetween(from: number, to: number): readonly string[] {
  const days: string[] = []
  for (let at = Math.floor(from / DAY) * DAY; at <= to; at += DAY) days.push(new Date(at).toISOString().slice(0, 10))
  return days
}
