import type { NumberRange } from './term.ts'

const NUMBER = String.raw`-?\d{1,15}(?:\.\d{1,6})?[a-z]?`
const FORM = new RegExp(`^(?:(>=|<=|>|<)(${NUMBER})|(${NUMBER})|(${NUMBER})?\\.\\.(${NUMBER})?)$`)

const EVERY: NumberRange = { low: -Infinity, high: Infinity, lowOpen: false, highOpen: false }

/** Units a number may be written with, and how many one of them is. */
type Units = Readonly<Record<string, number>>

/** The range written as `5`, `>5`, `>=5`, `<5`, `<=5`, `5..9`, `5..` or `..9`, each number with one of `units` or without; null for any other text. */
export function parseNumberRange(text: string, units: Units = {}): NumberRange | null {
  const found = FORM.exec(text.toLowerCase())
  if (!found) return null
  const numbers = found.slice(2).filter(part => part !== undefined)
  if (numbers.some(part => !isIn(units, unitOf(part)))) return null
  const numberOf = (part: string) => Number.parseFloat(part) * (units[unitOf(part)] ?? 1) + 0
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

/** The shortest text that parseNumberRange reads as `range`. */
export function formatNumberRange({ low, high, lowOpen, highOpen }: NumberRange): string {
  if (low === high) return String(low)
  if (high === Infinity) return `${lowOpen ? '>' : '>='}${low}`
  if (low === -Infinity) return `${highOpen ? '<' : '<='}${high}`
  return `${low}..${high}`
}

/** Whether `value` lies in `range`. */
export function inRange(value: number, range: NumberRange): boolean {
  const above = range.lowOpen ? value > range.low : value >= range.low
  return above && (range.highOpen ? value < range.high : value <= range.high)
}
