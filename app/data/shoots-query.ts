import type { ShootsView } from '#lib/queries/shoots/list-shoots.ts'
import { DATABASE_MS } from './database-pace.ts'
import type { ListSearch } from './list-search.ts'
import { partedQuery } from './parted-query.ts'

/** One part of the shoots list. Polls, because no event announces changes of the database. */
export function shootsQuery(search: ListSearch, part: number) {
  return { ...partedQuery<ShootsView>('shoots', search, part), refetchInterval: DATABASE_MS }
}
