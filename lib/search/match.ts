import type { FieldValue, SearchField } from './field.ts'
import { inRange, inSpan, parseTimeSpan } from './ranges.ts'
import type { Term } from './term.ts'

/** Reads a field of a row. */
export type ReadField = (name: string) => FieldValue

/**
 * Compiles `terms` to a predicate on rows. A word matches when any text field contains it, ignoring case;
 * a field's several values are alternatives; a row without a value matches no term but its negation. A text shortened in the middle,
 * `8b9a6f1e…e0a3`, matches all values with that beginning and end. `now`: reference of relative times such as `24h`.
 */
export function createMatcher(
  terms: readonly Term[],
  fields: readonly SearchField[],
  now = Date.now(),
): (read: ReadField) => boolean {
  const tests = terms.map(term => {
    const test = testOf(term, fields, now)
    return term.negated ? (read: ReadField) => !test(read) : test
  })
  return read => tests.every(test => test(read))
}

function testOf(term: Term, fields: readonly SearchField[], now: number): (read: ReadField) => boolean {
  if (term.kind === 'word') {
    const names = fields.filter(field => field.kind === 'text').map(field => field.name)
    const contains = createWordTest(term.text)
    return read => names.some(name => contains(read(name)))
  }
  const { field } = term
  if (term.kind === 'boolean') return read => read(field) === term.value
  if (term.kind === 'number') {
    return read => {
      const value = read(field)
      return typeof value === 'number' && term.values.some(range => inRange(value, range))
    }
  }
  if (term.kind === 'time') {
    const spans = term.values.flatMap(text => parseTimeSpan(text, now) ?? [])
    return read => {
      const value = read(field)
      return typeof value === 'string' && spans.some(span => inSpan(Date.parse(value), span))
    }
  }
  const prefix = fields.some(({ name, prefix }) => name === field && prefix)
  const test = textTest(term.values, term.kind === 'enum' ? 'equals' : prefix ? 'begins' : 'contains')
  return read => test(read(field))
}

/** Compiles a word to a predicate on values. */
export function createWordTest(word: string): (value: FieldValue) => boolean {
  return textTest([word], 'contains')
}

/** The form in which pages shorten long ids. */
const SHORTENED = '…'

type Comparison = 'contains' | 'begins' | 'equals'

function textTest(wanted: readonly string[], comparison: Comparison): (value: FieldValue) => boolean {
  const comparers = wanted.map(text => comparer(text.toLowerCase(), comparison))
  const [first, ...others] = comparers
  if (first === undefined) return () => false
  const one = (value: string) => {
    const text = value.toLowerCase()
    return first(text) || others.some(fits => fits(text))
  }
  return value => {
    if (typeof value === 'string') return one(value)
    return Array.isArray(value) && value.some(one)
  }
}

function comparer(wanted: string, comparison: Comparison): (text: string) => boolean {
  const gap = wanted.indexOf(SHORTENED)
  if (gap >= 0) {
    const [begin, end] = [wanted.slice(0, gap), wanted.slice(gap + SHORTENED.length)]
    return text => text.startsWith(begin) && text.endsWith(end)
  }
  if (comparison === 'equals') return text => text === wanted
  return comparison === 'begins' ? text => text.startsWith(wanted) : text => text.includes(wanted)
}
