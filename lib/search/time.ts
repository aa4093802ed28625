/** Half-open; empty when it ends before it begins. In milliseconds since 1970; a missing bound is infinite. */
interface TimeSpan {
  readonly from: number
  readonly to: number
}

const DATE = String.raw`(?:19[7-9]\d|[2-9]\d{3})-\d{2}(?:-\d{2}(?:t\d{2}(?::\d{2}(?::\d{2}(?:\.\d{3})?)?)?z?)?)?`
const LENGTH = String.raw`\d{1,4}[smhdwy]`
const MOMENT = `${DATE}|${LENGTH}`
const FORM = new RegExp(`^(?:(>=|<=|>|<)(${MOMENT})|(${MOMENT})|(${MOMENT})?\\.\\.(${MOMENT})?)$`)

const SECOND = 1_000
const UNITS: Readonly<Record<string, number>> = {
  s: SECOND,
  m: 60 * SECOND,
  h: 3_600 * SECOND,
  d: 86_400 * SECOND,
  w: 7 * 86_400 * SECOND,
  y: 365 * 86_400 * SECOND,
}

/**
 * The time written as `2026-11`, `2026-11-21`, `2026-11-21T10:30` (all of that day or minute, in UTC), `24h` (since that long ago), or
 * with those as bounds `>…`, `>=…`, `<…`, `<=…`, `…..…`; null for any other text.
 */
export function parseTimeSpan(text: string, now: number): TimeSpan | null {
  const found = FORM.exec(text.toLowerCase())
  if (!found) return null
  const [, operator, bound, alone, first, last] = found
  const spans = [bound, alone, first, last].map(part => (part === undefined ? undefined : spanOf(part, now)))
  if (spans.includes(null)) return null
  const [limit, whole, low, high] = spans
  if (operator && limit) return bounded(operator, limit)
  if (whole) return alone && isLength(alone) ? { from: whole.from, to: Infinity } : whole
  if (!low && !high) return null
  const span = { from: low?.from ?? -Infinity, to: high?.to ?? Infinity }
  const comparable = isLength(first ?? '') === isLength(last ?? '')
  return span.from < span.to || !comparable ? span : null
}

function bounded(operator: string, { from, to }: TimeSpan): TimeSpan {
  if (operator === '>') return { from: to, to: Infinity }
  if (operator === '>=') return { from, to: Infinity }
  return { from: -Infinity, to: operator === '<' ? from : to }
}

function isLength(text: string): boolean {
  return /[smhdwy]$/.test(text)
}

/** From the beginning of a moment to its end; null for a day or an hour that does not exist. */
function spanOf(text: string, now: number): TimeSpan | null {
  if (isLength(text)) {
    const at = Math.max(0, now - Number.parseInt(text, 10) * (UNITS[text.slice(-1)] ?? 0))
    return { from: at, to: at }
  }
  const parts = text.split(/[-t:.z]/).filter(part => part !== '')
  const numbers = parts.map(Number)
  const from = moment(numbers)
  const written = new Date(from).toISOString().split(/[-T:.Z]/)
  if (parts.some((part, place) => written[place] !== part)) return null
  return { from, to: moment(numbers.with(-1, (numbers.at(-1) ?? 0) + 1)) }
}

function moment([year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, ms = 0]: readonly number[]): number {
  return Date.UTC(year, month - 1, day, hour, minute, second, ms)
}

/** Whether a moment lies in `span`. */
export function inSpan(at: number, { from, to }: TimeSpan): boolean {
  return at >= from && at < to
}
