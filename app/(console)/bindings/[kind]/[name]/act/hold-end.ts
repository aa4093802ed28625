import { serverNow } from '#components/ui/clock.ts'

const HOUR = 3_600_000

/**
 * Choices for the length of a hold in milliseconds; null = until a person ends it, undefined = a
 * set time.
 */
export const HOLD_CHOICES: readonly {
  readonly value: string
  readonly label: string
  readonly ms: number | null | undefined
}[] = [
  { value: '4h', label: '4 hours', ms: 4 * HOUR },
  { value: '1d', label: '1 day', ms: 24 * HOUR },
  { value: '7d', label: '7 days', ms: 7 * 24 * HOUR },
  { value: '30d', label: '30 days', ms: 30 * 24 * HOUR },
  { value: 'at', label: 'Until a set time', ms: undefined },
  { value: 'open', label: 'Until someone ends it', ms: null },
]

/** Initial choice of the dialog: one day, or the end of the existing hold. */
export function choiceOf(until: string | null | undefined, kept: boolean): string {
  if (!kept) return '1d'
  return until === null ? 'open' : 'at'
}

/** One day from now by the server's clock, which also ends the hold. */
export function defaultEnd(): string {
  return endAfter(24 * HOUR)
}

/** RFC 3339, rounded up to a full minute. */
export function endAfter(ms: number): string {
  const minute = 60_000
  return new Date(Math.ceil((serverNow() + ms) / minute) * minute).toISOString()
}

/** Parses a date and time input as UTC; undefined unless the time is in the future. */
export function endAt(text: string): string | undefined {
  const at = Date.parse(`${text}Z`)
  return at > serverNow() ? new Date(at).toISOString() : undefined
}
