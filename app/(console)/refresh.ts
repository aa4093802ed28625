import { focusManager, type Query, type QueryClient } from '@tanstack/react-query'

/**
 * Marks queries as out of date, and reads those on the page again, as soon as somebody can see it. What is on its way is let arrive and
 * then asked for once more: a question that is dropped at each change never gets its answer while changes come faster than answers.
 */
export function refresh(queries: QueryClient, isMeant: (query: Query) => boolean): void {
  void queries.invalidateQueries({ predicate: isMeant, refetchType: 'none' })
  for (const query of queries.getQueryCache().findAll({ predicate: isMeant })) void read(queries, query)
}

/** Reads what became out of date while the page was hidden. */
export function catchUp(queries: QueryClient): void {
  refresh(queries, ({ state: { isInvalidated } }) => isInvalidated)
}

/** Queries that are asked once more when their answer is there. */
const ONCE_MORE = new WeakSet<Query>()

async function read(queries: QueryClient, query: Query): Promise<void> {
  if (query.promise !== undefined && query.state.fetchStatus !== 'idle') {
    if (ONCE_MORE.has(query)) return
    ONCE_MORE.add(query)
    await query.promise.catch(() => {})
    ONCE_MORE.delete(query)
    query.invalidate()
  }
  // Of a page in a tab behind others, or in a window that is not shown; React Query knows which.
  if (!focusManager.isFocused()) return
  await queries.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' }, { cancelRefetch: false })
}
