import { type ListSearch, pagedQuery } from './list-search.ts'

/** One part of the cleaning board. */
export function cleaningQuery(search: ListSearch, part: number) {
  return pagedQuery('operators/cleaning', search, part)
}
