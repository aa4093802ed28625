import { parsePoolKey } from './pool.ts'

/** Why a pool raises an alarm: it has few accounts left, or those it has do not last. */
export const ALARM_REASONS = ['low', 'runway'] as const

export type AlarmReason = (typeof ALARM_REASONS)[number]

/** In a search of pools: those that raise an alarm and still have something to give. */
export const RUNNING_LOW = 'alarm:low,runway -problem:exhausted'

interface PoolRoom {
  /** Accounts a new tenant may get. */
  readonly usable: number
  readonly runway: Runway
}

interface AlarmMarks {
  readonly accounts: Marks
  readonly days: Marks
}

/** Why a pool raises an alarm now, given why it did before. While nobody can tell how long it lasts, that alarm stays as it was. */
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

/** Since when these alarms are raised: as long as the oldest of them, RFC 3339; null without any. */
export function raisedSince(alarms: readonly { readonly since: string }[]): string | null {
  return alarms.map(({ since }) => since).sort()[0] ?? null
}

/** Where an alarm begins and where it ends. Between the two it stays as it was, so that it does not come and go with every claim. */
export interface Marks {
  /** Below it the alarm is raised. */
  readonly low: number
  /** Above it the alarm is over; never lower than `low`. */
  readonly high: number
}

/** Whether an alarm on a value is raised, given whether it was. */
export function isRaised(before: boolean, value: number, { low, high }: Marks): boolean {
  return value < low || (before && value <= high)
}

interface ScaledMarks extends Marks {
  /** The marks are parts of a hundred of the pool's accounts. */
  readonly percent: boolean
}

/** The marks of all pools, and of some by poolKey that have others. */
export interface PoolMarks {
  readonly all: ScaledMarks
  readonly byPool: ReadonlyMap<string, ScaledMarks>
}

/** The marks of a pool of so many accounts. */
export function marksOf({ all, byPool }: PoolMarks, poolKey: string, accounts: number): Marks {
  const { low, high, percent } = byPool.get(poolKey) ?? all
  if (!percent) return { low, high }
  const part = (of: number) => Math.ceil((accounts * of) / 100)
  return { low: part(low), high: part(high) }
}

const ENTRY = /^(?:(?<key>[^=]+)=)?(?<low>\d{1,6})-(?<high>\d{1,6})(?<percent>%?)$/

/**
 * The marks a setting names: `6-8`, and after it those of single pools: `6-8,aws~eu=12-16,gcp=10-15%`. Null for any other text, also
 * for a high mark below its low one, a pool named twice, and percent where they mean nothing.
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

/** What happened to the accounts of a pool within some days. */
export interface PoolFlow {
  /** Free accounts that were claimed. */
  readonly claimed: number
  /** Accounts that became free again. */
  readonly freed: number
}

/** How long the free accounts of a pool last. */
export type Runway =
  /** Nobody has watched for long enough to say. */
  | { readonly kind: 'unknown' }
  /** As many accounts come back as are claimed, or more. */
  | { readonly kind: 'steady' }
  /** Whole days, at `perDay` more claimed than freed. */
  | { readonly kind: 'days'; readonly days: number; readonly perDay: number }

/** Days of history below which a rate says nothing: a week has its own rhythm. */
const LEAST_DAYS = 7

/** Days of which something is known, not always whole ones. */
export interface WatchedDays {
  /** Since changes are written down. */
  readonly known: number
  /** Of these, the last ones that a rate goes by. */
  readonly watched: number
}

/** Whether a history is long enough for a rate, however few days the rate itself goes by. */
export function isLongEnough({ known }: Pick<WatchedDays, 'known'>): boolean {
  return known >= LEAST_DAYS
}

/** Free accounts divided by the net rate at which they were claimed within the days watched. */
export function runway(free: number, { claimed, freed }: PoolFlow, days: WatchedDays): Runway {
  if (!isLongEnough(days)) return { kind: 'unknown' }
  const perDay = (claimed - freed) / days.watched
  return perDay <= 0 ? { kind: 'steady' } : { kind: 'days', days: Math.floor(free / perDay), perDay }
}

/** Days that can be looked back. */
export const WINDOWS = [7, 30, 90] as const

export type Window = (typeof WINDOWS)[number]

/** Days whose rate everything goes by where nobody chose. */
export const USUAL_WINDOW: Window = 30

/** The window a text names; of any other text the usual one. */
export function windowFrom(text: string): Window {
  return WINDOWS.find(days => String(days) === text) ?? USUAL_WINDOW
}
