import type { SearchField } from './field.ts'
import { parseSearch } from './parse.ts'
import type { Term, TextTerm } from './term.ts'

/** Values of a field that a search narrows a list to, in lower case; none while it asks for none. */
export function filteredValues(q: string, field: string, fields: readonly SearchField[]): readonly string[] {
  return termsOf(q, field, fields).flatMap(({ values }) => values.map(value => value.toLowerCase()))
}

/** The search that leaves exactly the rows of a value beside its other terms; for the one value it asks for already, without it. */
export function toggleValue(q: string, field: string, value: string, fields: readonly SearchField[]): string {
  const chosen = new Set(filteredValues(q, field, fields))
  let rest = q
  for (const { range } of termsOf(q, field, fields).toReversed())
    rest = joinTerms(rest.slice(0, range.start), rest.slice(range.end))
  return chosen.size === 1 && chosen.has(value) ? rest : joinTerms(rest, `${field}:${value}`)
}

function termsOf(q: string, field: string, fields: readonly SearchField[]): readonly TextTerm[] {
  return valueTerms(parseSearch(q, fields).terms, field)
}

function joinTerms(before: string, after: string): string {
  return [before.trim(), after.trim()].filter(part => part !== '').join(' ')
}

/** The terms of a search that keep only rows with certain texts under a field; those that exclude are not among them. */
export function valueTerms(terms: readonly Term[], field: string): readonly TextTerm[] {
  return terms.filter(
    (term): term is TextTerm => (term.kind === 'enum' || term.kind === 'text') && term.field === field && !term.negated,
  )
}
