import { focusManager, type Query, type QueryClient } from '@tanstack/react-query'

/**
 * Invalidates queries and refetches active ones while the page is visible. A pending request
 * completes first and is then repeated: canceling it at each change would never deliver an answer
 * while changes are faster than answers.
 */
export function refresh(queries: QueryClient, isMeant: (query: Query) => boolean): void {
  void queries.invalidateQueries({ predicate: isMeant, refetchType: 'none' })
  for (const query of queries.getQueryCache().findAll({ predicate: isMeant })) void read(queries, query)
}

/** Refetches the queries that were invalidated while the page was hidden. */
export function catchUp(queries: QueryClient): void {
  refresh(queries, ({ state: { isInvalidated } }) => isInvalidated)
}

/** Queries to repeat after their pending answer. */
const ONCE_MORE = new WeakSet<Query>()

async function read(queries: QueryClient, query: Query): Promise<void> {
  if (query.promise !== undefined && query.state.fetchStatus !== 'idle') {
    if (ONCE_MORE.has(query)) return
    ONCE_MORE.add(query)
    await query.promise.catch(() => {})
    ONCE_MORE.delete(query)
    query.invalidate()
  }
  // Hidden tabs and windows do not fetch. React Query tracks the focus.
  if (!focusManager.isFocused()) return
  await queries.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' }, { cancelRefetch: false })
}
