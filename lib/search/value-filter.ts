import type { SearchField } from './field.ts'
import { parseSearch } from './parse.ts'
import type { Term, TextTerm } from './term.ts'

/** The values of a field to which a search restricts a list, in lower case. */
export function filteredValues(q: string, field: string, fields: readonly SearchField[]): readonly string[] {
  return termsOf(q, field, fields).flatMap(({ values }) => values.map(value => value.toLowerCase()))
}

/** The search with the field restricted to one value; removes the restriction if the search has exactly that value. */
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

/** The terms of a search that restrict a field to texts, without excluding terms. */
export function valueTerms(terms: readonly Term[], field: string): readonly TextTerm[] {
  return terms.filter(
    (term): term is TextTerm => (term.kind === 'enum' || term.kind === 'text') && term.field === field && !term.negated,
  )
}
