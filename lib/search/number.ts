import type { NumberRange } from './term.ts'

const NUMBER = String.raw`-?\d{1,15}(?:\.\d{1,6})?`
const FORM = new RegExp(`^(?:(>=|<=|>|<)(${NUMBER})|(${NUMBER})|(${NUMBER})?\\.\\.(${NUMBER})?)$`)

const EVERY: NumberRange = { low: -Infinity, high: Infinity, lowOpen: false, highOpen: false }

/** The range written as `5`, `>5`, `>=5`, `<5`, `<=5`, `5..9`, `5..` or `..9`; null for any other text. */
export function parseNumberRange(text: string): NumberRange | null {
  const found = FORM.exec(text)
  if (!found) return null
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

/** Without the sign of zero. */
function numberOf(text: string): number {
  return Number(text) + 0
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
