import { formatSearch } from '#lib/search/format.ts'
import type { Term } from '#lib/search/term.ts'
import { valueTerms } from '#lib/search/value-terms.ts'

/** A search without the terms that ask for values of some fields, so that other values can be counted; null when it has none of them. */
export function withoutFields(terms: readonly Term[], fields: readonly string[]): string | null {
  const asking = new Set<Term>(fields.flatMap(field => valueTerms(terms, field)))
  return asking.size === 0 ? null : formatSearch(terms.filter(term => !asking.has(term)))
}
