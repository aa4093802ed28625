import { serverNow } from '#components/ui/clock.ts'

const HOUR = 3_600_000

/** How long a hold may last, by the choice's id; null = until somebody ends it, undefined = a time of one's own. */
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

/** The choice a dialog opens with: one day, or the end of the hold that there is. */
export function choiceOf(until: string | null | undefined, kept: boolean): string {
  if (!kept) return '1d'
  return until === null ? 'open' : 'at'
}

/** The end of the default choice, from now by the server's clock, which ends it. */
export function defaultEnd(): string {
  return endAfter(24 * HOUR)
}

/** RFC 3339 in full minutes. */
export function endAfter(ms: number): string {
  const minute = 60_000
  return new Date(Math.ceil((serverNow() + ms) / minute) * minute).toISOString()
}

/** What a field for date and time says, read as UTC; undefined as long as it is no time to come. */
export function endAt(text: string): string | undefined {
  const at = Date.parse(`${text}Z`)
  return at > serverNow() ? new Date(at).toISOString() : undefined
}
