import { parsePoolKey } from './pool.ts'

/** Reasons for an alarm: few accounts are left, or they will not last. */
export const ALARM_REASONS = ['low', 'runway'] as const

export type AlarmReason = (typeof ALARM_REASONS)[number]

/** Search for pools with an alarm that still have usable accounts. */
export const RUNNING_LOW = 'alarm:low,runway -problem:exhausted'

interface PoolRoom {
  /** Accounts that a new tenant can get. */
  readonly usable: number
  readonly runway: Runway
}

interface AlarmMarks {
  readonly accounts: Marks
  readonly days: Marks
}

/**
 * Decides which alarms a pool raises, given those it raised before. While the runway is unknown its
 * alarm does not change.
 */
export function alarmsOf(
  before: ReadonlySet<AlarmReason>,
  { usable, runway }: PoolRoom,
  { accounts, days }: AlarmMarks,
): readonly AlarmReason[] {
  const raised: Readonly<Record<AlarmReason, boolean>> = {
    low: isRaised(before.has('low'), usable, accounts),
    runway:
      runway.kind === 'unknown'
        ? before.has('runway')
        : isRaised(before.has('runway'), runway.kind === 'steady' ? Number.POSITIVE_INFINITY : runway.days, days),
  }
  return ALARM_REASONS.filter(reason => raised[reason])
}

/** Time of the oldest of the alarms, RFC 3339; null for none. */
export function raisedSince(alarms: readonly { readonly since: string }[]): string | null {
  return alarms.map(({ since }) => since).sort()[0] ?? null
}

/** Low and high mark of an alarm; the hysteresis keeps it from toggling with every claim. */
export interface Marks {
  /** The alarm is raised below this value. */
  readonly low: number
  /** The alarm ends above this value; never lower than `low`. */
  readonly high: number
}

/** Whether an alarm is raised for a value, given whether it was before. */
export function isRaised(before: boolean, value: number, { low, high }: Marks): boolean {
  return value < low || (before && value <= high)
}

interface ScaledMarks extends Marks {
  /** The marks are percentages of the pool's accounts. */
  readonly percent: boolean
}

/** Default marks, and those of single pools by poolKey. */
export interface PoolMarks {
  readonly all: ScaledMarks
  readonly byPool: ReadonlyMap<string, ScaledMarks>
}

/** Returns the marks of a pool with a number of accounts. */
export function marksOf({ all, byPool }: PoolMarks, poolKey: string, accounts: number): Marks {
  const { low, high, percent } = byPool.get(poolKey) ?? all
  if (!percent) return { low, high }
  const part = (of: number) => Math.ceil((accounts * of) / 100)
  return { low: part(low), high: part(high) }
}

const ENTRY = /^(?:(?<key>[^=]+)=)?(?<low>\d{1,6})-(?<high>\d{1,6})(?<percent>%?)$/

/**
 * Parses a setting of marks: `6-8`, then those of single pools: `6-8,aws~eu=12-16,gcp=10-15%`.
 * Returns null for other texts, a high mark below the low one, a repeated pool, and percentages of
 * days.
 */
export function parseMarks(text: string, unit: 'accounts' | 'days'): PoolMarks | null {
  const entries = text.split(',').map(entry => parseEntry(entry.trim(), unit))
  const [first, ...rest] = entries
  if (!first || first.key !== null) return null
  const byPool = new Map<string, PoolMarks['all']>()
  for (const entry of rest) {
    if (!entry || entry.key === null || byPool.has(entry.key)) return null
    byPool.set(entry.key, entry.marks)
  }
  return { all: first.marks, byPool }
}

function parseEntry(text: string, unit: 'accounts' | 'days') {
  const { key = null, low, high, percent } = ENTRY.exec(text)?.groups ?? {}
  const marks = { low: Number(low), high: Number(high), percent: percent === '%' }
  if (!(marks.low <= marks.high) || (marks.percent && (unit === 'days' || marks.high > 100))) return null
  return key !== null && parsePoolKey(key) === null ? null : { key, marks }
}

/** Changes of a pool's accounts within some days. */
export interface PoolFlow {
  /** Free accounts that were claimed. */
  readonly claimed: number
  /** Accounts that became free. */
  readonly freed: number
}

/** Days until a pool is empty. */
export type Runway =
  /** The history is too short. */
  | { readonly kind: 'unknown' }
  /** At least as many accounts become free as are claimed. */
  | { readonly kind: 'steady' }
  /** Whole days, with a net loss of `perDay` accounts a day. */
  | { readonly kind: 'days'; readonly days: number; readonly perDay: number }

/** Minimum days of history for a rate, since usage follows the week. */
const MIN_DAYS = 7

/** Days of recorded history, possibly fractional. */
export interface HistoryDays {
  /** Days since recording began. */
  readonly known: number
  /** The last days that the rate is computed from. */
  readonly watched: number
}

/** Whether the history is long enough for a rate, independent of the days of the rate. */
export function isLongEnough({ known }: Pick<HistoryDays, 'known'>): boolean {
  return known >= MIN_DAYS
}

/** Divides free accounts by the net rate of claims in the watched days. */
export function runway(free: number, { claimed, freed }: PoolFlow, days: HistoryDays): Runway {
  if (!isLongEnough(days)) return { kind: 'unknown' }
  const perDay = (claimed - freed) / days.watched
  return perDay <= 0 ? { kind: 'steady' } : { kind: 'days', days: Math.floor(free / perDay), perDay }
}

/** Selectable days of history. */
export const HISTORY_WINDOWS = [7, 30, 90] as const

export type Window = (typeof HISTORY_WINDOWS)[number]

/** Default days of the rate. */
export const DEFAULT_WINDOW: Window = 30

/** Parses a window; other texts give the default. */
export function parseWindow(text: string): Window {
  return HISTORY_WINDOWS.find(days => String(days) === text) ?? DEFAULT_WINDOW
}
