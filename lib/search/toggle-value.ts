import type { SearchField } from './field.ts'
import { parseSearch } from './parse.ts'
import type { TextTerm } from './term.ts'
import { valueTerms } from './value-terms.ts'

/** Values of a field that a search narrows a list to, in lower case; none while it asks for none. */
export function chosenValues(q: string, field: string, fields: readonly SearchField[]): readonly string[] {
  return termsOf(q, field, fields).flatMap(({ values }) => values.map(value => value.toLowerCase()))
}

/** The search that leaves exactly the rows of a value beside its other terms; for the one value it asks for already, without it. */
export function toggledValue(q: string, field: string, value: string, fields: readonly SearchField[]): string {
  const chosen = new Set(chosenValues(q, field, fields))
  let rest = q
  for (const { range } of termsOf(q, field, fields).toReversed())
    rest = joined(rest.slice(0, range.start), rest.slice(range.end))
  return chosen.size === 1 && chosen.has(value) ? rest : joined(rest, `${field}:${value}`)
}

function termsOf(q: string, field: string, fields: readonly SearchField[]): readonly TextTerm[] {
  return valueTerms(parseSearch(q, fields).terms, field)
}

function joined(before: string, after: string): string {
  return [before.trim(), after.trim()].filter(part => part !== '').join(' ')
}
