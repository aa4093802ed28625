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
