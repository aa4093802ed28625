import type { CleaningView } from '#lib/queries/bindings/list-cleaning.ts'
import type { ListSearch } from './list-search.ts'
import { partedQuery } from './parted-query.ts'

/** One part of the cleaning board. */
export function cleaningQuery(search: ListSearch, part: number) {
  return partedQuery<CleaningView>('operators/cleaning', search, part)
}
