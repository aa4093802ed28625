import type { Units } from './field.ts'
import type { NumberRange } from './term.ts'

const NUMBER = String.raw`-?\d{1,15}(?:\.\d{1,6})?[a-z]?`
const NUMBER_FORM = new RegExp(`^(?:(>=|<=|>|<)(${NUMBER})|(${NUMBER})|(${NUMBER})?\\.\\.(${NUMBER})?)$`)

const ALL_NUMBERS: NumberRange = { low: -Infinity, high: Infinity, lowOpen: false, highOpen: false }

/** Limit of a number, and its decimals. */
const NUMBER_LIMIT = 1e15
const DECIMALS = 6

/** Parses `5`, `>5`, `>=5`, `<5`, `<=5`, `5..9`, `5..` or `..9`, numbers with or without one of `units`; null for other texts. */
export function parseNumberRange(text: string, units: Units = {}): NumberRange | null {
  const found = NUMBER_FORM.exec(text.toLowerCase())
  if (!found) return null
  const numbers = found.slice(2).filter(part => part !== undefined)
  if (numbers.some(part => !isKnownUnit(units, unitOf(part)))) return null
  // Rounded, so that the formatted number can be parsed.
  const numberOf = (part: string) =>
    Number((Number.parseFloat(part) * (units[unitOf(part)] ?? 1)).toFixed(DECIMALS)) + 0
  if (numbers.some(part => Math.abs(numberOf(part)) >= NUMBER_LIMIT)) return null
  const [, operator, bound, exact, from, to] = found
  if (operator && bound) return boundedRange(operator, numberOf(bound))
  if (exact) return { ...ALL_NUMBERS, low: numberOf(exact), high: numberOf(exact) }
  if (!from && !to) return null
  const range = { ...ALL_NUMBERS, low: from ? numberOf(from) : -Infinity, high: to ? numberOf(to) : Infinity }
  return range.low <= range.high ? range : null
}

function boundedRange(operator: string, value: number): NumberRange {
  return operator.startsWith('>')
    ? { ...ALL_NUMBERS, low: value, lowOpen: operator === '>' }
    : { ...ALL_NUMBERS, high: value, highOpen: operator === '<' }
}

function unitOf(number: string): string {
  return /[a-z]$/.exec(number)?.[0] ?? ''
}

function isKnownUnit(units: Units, unit: string): boolean {
  return unit === '' || Object.hasOwn(units, unit)
}

/** The text that `parseNumberRange` parses to `range`. */
export function formatNumberRange({ low, high, lowOpen, highOpen }: NumberRange, units: Units = {}): string {
  const [from, to] = [formatNumber(low, units), formatNumber(high, units)]
  if (low === high) return from
  if (high === Infinity) return `${lowOpen ? '>' : '>='}${from}`
  if (low === -Infinity) return `${highOpen ? '<' : '<='}${to}`
  return `${from}..${to}`
}

/** A number in the largest unit that divides it: 720 hours as `30d`. */
export function formatNumber(value: number, units: Units = {}): string {
  const fitting = Object.entries(units).filter(([, size]) => value !== 0 && value % size === 0)
  const [name, size] = fitting.reduce((most, unit) => (unit[1] >= most[1] ? unit : most), ['', 1])
  return `${value / size}${name}`
}

/** The factor of the largest unit. */
export function largestUnit(units: Units = {}): number {
  return Math.max(1, ...Object.values(units))
}

/** Whether `value` lies in `range`. */
export function inRange(value: number, range: NumberRange): boolean {
  const above = range.lowOpen ? value > range.low : value >= range.low
  return above && (range.highOpen ? value < range.high : value <= range.high)
}

/** Half-open; empty when it ends before it begins. In milliseconds since 1970; a missing bound is infinite. */
interface TimeSpan {
  readonly from: number
  readonly to: number
}

const DATE = String.raw`(?:19[7-9]\d|[2-9]\d{3})-\d{2}(?:-\d{2}(?:t\d{2}(?::\d{2}(?::\d{2}(?:\.\d{3})?)?)?z?)?)?`
const LENGTH = String.raw`\d{1,4}[smhdwy]`
const MOMENT = `${DATE}|${LENGTH}`
const TIME_FORM = new RegExp(`^(?:(>=|<=|>|<)(${MOMENT})|(${MOMENT})|(${MOMENT})?\\.\\.(${MOMENT})?)$`)

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
 * Parses a time such as `2026-11`, `2026-11-21`, `2026-11-21T10:30` (all of that day or minute, in UTC), `24h` (since that long ago), or
 * with those as bounds `>…`, `>=…`, `<…`, `<=…`, `…..…`; null for other texts.
 */
export function parseTimeSpan(text: string, now: number): TimeSpan | null {
  const found = TIME_FORM.exec(text.toLowerCase())
  if (!found) return null
  const [, operator, bound, alone, first, last] = found
  const spans = [bound, alone, first, last].map(part => (part === undefined ? undefined : spanOf(part, now)))
  if (spans.includes(null)) return null
  const [limit, whole, low, high] = spans
  if (operator && limit) return boundedSpan(operator, limit)
  if (whole) return alone && isLength(alone) ? { from: whole.from, to: Infinity } : whole
  if (!low && !high) return null
  const span = { from: low?.from ?? -Infinity, to: high?.to ?? Infinity }
  const comparable = isLength(first ?? '') === isLength(last ?? '')
  return span.from < span.to || !comparable ? span : null
}

function boundedSpan(operator: string, { from, to }: TimeSpan): TimeSpan {
  if (operator === '>') return { from: to, to: Infinity }
  if (operator === '>=') return { from, to: Infinity }
  return { from: -Infinity, to: operator === '<' ? from : to }
}

function isLength(text: string): boolean {
  return /[smhdwy]$/.test(text)
}

/** The span of a month, day or minute; null for one that does not exist. */
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
