import { focusManager, type Query, type QueryClient } from '@tanstack/react-query'
import type { SelectedBinding } from '#lib/queries/bindings/bulk-offers.ts'
import type { ChangeNotice, JobNotice } from '#lib/queries/changes.ts'

/** Queries over lists, totals and decisions, which any change of a binding may affect. */
const LISTS = [
  'overview',
  'pools',
  'bindings',
  'operators/cleaning',
  'global-accounts',
  'global-account',
  'shoots',
  'simulation',
  'simulation-compared',
  'allowlist',
  'allowlist-preview',
  'rules-seen',
  'rules-impact',
]

/** Queries that depend only on rules and settings. */
const WITH_SETTINGS = ['allowlist-history', 'rules', 'rules-revisions', 'rules-revision', 'rules-drift']

/**
 * Invalidates the queries that a change notice affects. Visible ones are refetched immediately,
 * others when they are shown.
 */
export function refetchChanged(queries: QueryClient, { bindings, pools, shoots }: ChangeNotice): void {
  const bindingKeys = bindings && new Set(bindings)
  const poolKeys = pools && new Set(pools)
  if (bindingKeys?.size === 0 && poolKeys?.size === 0 && !shoots) return
  refetch(queries, ({ queryKey: [what, first, second] }) => {
    // Plans depend only on their own bindings. Invalidating them on every change would never let
    // them settle.
    if (what === 'bulk-plan')
      return (
        bindingKeys === null ||
        (second as readonly SelectedBinding[]).some(each => hasBinding(bindingKeys, each.kind, each.name))
      )
    if (what === 'proposal-plan')
      return bindingKeys === null || (second as readonly string[]).some(key => bindingKeys.has(key))
    if (LISTS.includes(String(what))) return true
    if (what === 'pool') return poolKeys?.has(String(first)) ?? true
    // Null bindings mean that rules or settings changed too.
    if (WITH_SETTINGS.includes(String(what))) return bindingKeys === null
    if (what === 'binding' || what === 'timeline')
      return bindingKeys === null || hasBinding(bindingKeys, String(first), String(second))
    return false
  })
}

/** Invalidates the job list and the jobs that made progress. */
export function refetchJobs(queries: QueryClient, { ids }: JobNotice): void {
  refetch(
    queries,
    ({ queryKey: [what, id] }) => what === 'jobs' || (what === 'job' && (ids === null || ids.includes(String(id)))),
  )
}

/** Invalidates every query about custom resources. */
export function refetchOperators(queries: QueryClient): void {
  refetch(queries, ({ queryKey: [what] }) => String(what).startsWith('operators'))
}

/** Keys are `kind/namespace/name`. A console shows a single namespace, so it is not compared. */
function hasBinding(keys: ReadonlySet<string>, kind: string, name: string): boolean {
  for (const key of keys) if (key.startsWith(`${kind}/`) && key.endsWith(`/${name}`)) return true
  return false
}

/**
 * Invalidates queries and refetches active ones while the page is visible. A pending request
 * completes first and is then repeated: canceling it at each change would never deliver an answer
 * while changes are faster than answers.
 */
export function refetch(queries: QueryClient, isAffected: (query: Query) => boolean): void {
  void queries.invalidateQueries({ predicate: isAffected, refetchType: 'none' })
  for (const query of queries.getQueryCache().findAll({ predicate: isAffected })) void refetchQuery(queries, query)
}

/** Refetches the queries that were invalidated while the page was hidden. */
export function refetchInvalidated(queries: QueryClient): void {
  refetch(queries, ({ state: { isInvalidated } }) => isInvalidated)
}

/** Queries to repeat after their pending answer. */
const REPEATED = new WeakSet<Query>()

async function refetchQuery(queries: QueryClient, query: Query): Promise<void> {
  if (query.promise !== undefined && query.state.fetchStatus !== 'idle') {
    if (REPEATED.has(query)) return
    REPEATED.add(query)
    await query.promise.catch(() => {})
    REPEATED.delete(query)
    query.invalidate()
  }
  // Hidden tabs and windows do not fetch. React Query tracks the focus.
  if (!focusManager.isFocused()) return
  await queries.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' }, { cancelRefetch: false })
}
