import type { CleaningView } from '#lib/queries/bindings/list-cleaning.ts'
import { type ListSearch, pagedQuery } from './list-search.ts'

/** One part of the cleaning board. */
export function cleaningQuery(search: ListSearch, part: number) {
  return pagedQuery<CleaningView>('operators/cleaning', search, part)
}
