'use client'

import { focusManager, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError } from '#app/data/fetch-json.ts'
import { connectLive, type LiveConnection, type LiveState, type PageOrigin } from '#app/data/live-connection.ts'
import { createQueryClient } from '#app/data/query-client.ts'
import { sendPageUser, trackInput } from '#app/data/request-context.ts'
import { formatClock } from '#lib/util/format.ts'
import { refetchChanged, refetchInvalidated, refetchJobs, refetchOperators } from './refetch.ts'

const Live = createContext<LiveConnection | null>(null)
const Origin = createContext<PageOrigin | null>(null)

interface LiveProviderProps {
  /** Moment, live state and user of the first page, as the server rendered it. */
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
  return `Gardener data is stale${since}, so the account's usage is unknown. Try again once the connection is back.`
}
