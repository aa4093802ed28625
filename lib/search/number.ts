import type { Units } from './field.ts'
import type { NumberRange } from './term.ts'

const NUMBER = String.raw`-?\d{1,15}(?:\.\d{1,6})?[a-z]?`
const FORM = new RegExp(`^(?:(>=|<=|>|<)(${NUMBER})|(${NUMBER})|(${NUMBER})?\\.\\.(${NUMBER})?)$`)

const EVERY: NumberRange = { low: -Infinity, high: Infinity, lowOpen: false, highOpen: false }

/** Digits of a number that are read, before and after its point. */
const MOST = 1e15
const PLACES = 6

/** The range written as `5`, `>5`, `>=5`, `<5`, `<=5`, `5..9`, `5..` or `..9`, each number with one of `units` or without; null for any other text. */
export function parseNumberRange(text: string, units: Units = {}): NumberRange | null {
  const found = FORM.exec(text.toLowerCase())
  if (!found) return null
  const numbers = found.slice(2).filter(part => part !== undefined)
  if (numbers.some(part => !isIn(units, unitOf(part)))) return null
  // Rounded, so that what is written of it again can be read.
  const numberOf = (part: string) => Number((Number.parseFloat(part) * (units[unitOf(part)] ?? 1)).toFixed(PLACES)) + 0
  if (numbers.some(part => Math.abs(numberOf(part)) >= MOST)) return null
  const [, operator, bound, exact, from, to] = found
  if (operator && bound) return bounded(operator, numberOf(bound))
  if (exact) return { ...EVERY, low: numberOf(exact), high: numberOf(exact) }
  if (!from && !to) return null
  const range = { ...EVERY, low: from ? numberOf(from) : -Infinity, high: to ? numberOf(to) : Infinity }
  return range.low <= range.high ? range : null
}

function bounded(operator: string, value: number): NumberRange {
  return operator.startsWith('>')
    ? { ...EVERY, low: value, lowOpen: operator === '>' }
    : { ...EVERY, high: value, highOpen: operator === '<' }
}

function unitOf(number: string): string {
  return /[a-z]$/.exec(number)?.[0] ?? ''
}

function isIn(units: Units, unit: string): boolean {
  return unit === '' || Object.hasOwn(units, unit)
}

/** The text that parseNumberRange reads as `range`. */
export function formatNumberRange({ low, high, lowOpen, highOpen }: NumberRange, units: Units = {}): string {
  const [from, to] = [numberText(low, units), numberText(high, units)]
  if (low === high) return from
  if (high === Infinity) return `${lowOpen ? '>' : '>='}${from}`
  if (low === -Infinity) return `${highOpen ? '<' : '<='}${to}`
  return `${from}..${to}`
}

/** A number in the largest unit of which it is a whole number: 720 hours as `30d`. */
export function numberText(value: number, units: Units = {}): string {
  const fitting = Object.entries(units).filter(([, size]) => value !== 0 && value % size === 0)
  const [name, size] = fitting.reduce((most, unit) => (unit[1] >= most[1] ? unit : most), ['', 1])
  return `${value / size}${name}`
}

/** How many the largest unit is. */
export function largestUnit(units: Units = {}): number {
  return Math.max(1, ...Object.values(units))
}

/** Whether `value` lies in `range`. */
export function inRange(value: number, range: NumberRange): boolean {
  const above = range.lowOpen ? value > range.low : value >= range.low
  return above && (range.highOpen ? value < range.high : value <= range.high)
}
