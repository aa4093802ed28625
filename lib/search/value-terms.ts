import type { Term, TextTerm } from './term.ts'

/** The terms of a search that keep only rows with certain texts under a field; those that exclude are not among them. */
export function valueTerms(terms: readonly Term[], field: string): readonly TextTerm[] {
  return terms.filter(
    (term): term is TextTerm => (term.kind === 'enum' || term.kind === 'text') && term.field === field && !term.negated,
  )
}
