import type { ListSearch } from '#app/(console)/list-search.ts'
import type { ShootsView } from '#lib/queries/shoots/list-shoots.ts'
import { DATABASE_MS } from './database-pace.ts'
import { partedQuery } from './parted-query.ts'

/** One part of the list of shoots; no event tells of what the database knows. */
export function shootsQuery(search: ListSearch, part: number) {
  return { ...partedQuery<ShootsView>('shoots', search, part), refetchInterval: DATABASE_MS }
}
