'use client'

import { focusManager, type Query, type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError } from '#app/data/fetch-json.ts'
import { connectLive, type LiveConnection, type LiveState, type PageOrigin } from '#app/data/live-connection.ts'
import { createQueryClient } from '#app/data/query-client.ts'
import { sendPageUser, trackInput } from '#app/data/request-context.ts'
import type { SelectedBinding } from '#lib/queries/bindings/bulk-offers.ts'
import type { ChangeNotice, JobNotice } from '#lib/queries/changes.ts'
import { formatClock } from '#lib/util/format.ts'

const Live = createContext<LiveConnection | null>(null)
const Origin = createContext<PageOrigin | null>(null)

interface LiveProviderProps {
  /** What the server rendered the first page from. */
  readonly origin: PageOrigin
  readonly children: ReactNode
}

/** Provides the query client and refreshes its queries on events of the server. */
export function LiveProvider({ origin, children }: LiveProviderProps) {
  const [queries] = useState(createQueryClient)
  const [first] = useState(origin)
  const [connection, setConnection] = useState<LiveConnection | null>(null)
  useEffect(trackInput, [])
  useEffect(() => {
    const isVisible = () => document.visibilityState === 'visible'
    const live = connectLive(first, isVisible(), {
      onChange: notice => refetchChanged(queries, notice),
      onJobs: notice => refetchJobs(queries, notice),
      onOperators: () => refetchOperators(queries),
    })
    const unsubscribe = queries.getQueryCache().subscribe(event => {
      if (event.type === 'updated' && event.action.type === 'error' && isSignedOut(event.action.error)) live.signedOut()
    })
    const onVisibility = () => (isVisible() ? live.becameVisible() : live.becameHidden())
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('focus', onVisibility)
    const unsubscribeFocus = focusManager.subscribe(seen => seen && refetchInvalidated(queries))
    const restoreFetch = sendPageUser(first.person)
    setConnection(live)
    return () => {
      restoreFetch()
      unsubscribeFocus()
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('focus', onVisibility)
      unsubscribe()
      live.close()
    }
  }, [queries, first])
  return (
    <QueryClientProvider client={queries}>
      <Origin value={first}>
        <Live value={connection}>{children}</Live>
      </Origin>
    </QueryClientProvider>
  )
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** The event stream; null until it is opened. */
export function useLiveConnection(): LiveConnection | null {
  return useContext(Live)
}

/** How current the page is. The component renders again when this changes. */
export function useLive(): LiveState {
  const connection = useContext(Live)
  const origin = useContext(Origin)
  if (origin === null) throw new Error('A live page stands outside of LiveProvider')
  return useSyncExternalStore(
    listener => connection?.subscribe(listener) ?? (() => {}),
    () => connection?.state() ?? origin.state,
    () => origin.state,
  )
}

/**
 * Why the page is too old for actions, as sentences; null while it is current. The server checks
 * this too.
 */
export function useStaleReason(): string | null {
  const { phase, asOf } = useLive()
  if (phase !== 'stale') return null
  const since = asOf === null ? '' : ` since ${formatClock(new Date(asOf).toISOString())} UTC`
  return `Stale${since}, so it is unknown who uses the account. Try again once the page is live.`
}

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
function refetchJobs(queries: QueryClient, { ids }: JobNotice): void {
  refetch(
    queries,
    ({ queryKey: [what, id] }) => what === 'jobs' || (what === 'job' && (ids === null || ids.includes(String(id)))),
  )
}

/** Invalidates every query about custom resources. */
function refetchOperators(queries: QueryClient): void {
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
