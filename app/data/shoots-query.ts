import { DATABASE_MS } from './database-pace.ts'
import { type ListSearch, pagedQuery } from './list-search.ts'

/** One part of the shoots list. Polls, because no event announces changes of the database. */
export function shootsQuery(search: ListSearch, part: number) {
  return { ...pagedQuery('shoots', search, part), refetchInterval: DATABASE_MS }
}
