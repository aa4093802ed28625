import { AsyncLocalStorage } from 'node:async_hooks'
import { type QueryClient, type QueryKey, QueryObserver, type UseQueryOptions } from '@tanstack/react-query'
import { refetchChanged } from '#app/(console)/refetch.ts'
import { createQueryClient } from '#app/data/query-client.ts'
import type { ChangeNotice } from '#lib/queries/changes.ts'
import { MOMENT_HEADER } from '#lib/util/moment.ts'

/** Starts a query of a page, which is refetched whenever it is stale. Returns a function that ends it. */
export type Reading = (client: QueryClient) => () => void

export function readingOf<Answer, Key extends QueryKey>(query: UseQueryOptions<Answer, Error, Answer, Key>): Reading {
  return client => new QueryObserver(client, { ...query, refetchInterval: false }).subscribe(() => {})
}

interface Watched {
  /** Called for a change of data on the page, with the time of performance.now(). */
  notified(notice: ChangeNotice, at: number): void
  /** Called when all data of the page was requested at or after this time. */
  shown(since: number): void
}

/** The last received moment of each page; in a browser it is in a module of the page. */
const PAGES = new AsyncLocalStorage<{ moment: string | null }>()

/** Sends with each request the last received moment of its page. */
export function fetchAsPages(): void {
  const plain = globalThis.fetch
  globalThis.fetch = (address, init) => {
    const moment = PAGES.getStore()?.moment ?? null
    return plain(address, moment === null ? init : { ...init, headers: { ...init?.headers, [MOMENT_HEADER]: moment } })
  }
}

/** A page without rendering: the browser's code follows the event stream and refetches affected queries. Returns a function that ends it. */
export function openWatcher(readings: readonly Reading[], watched: Watched): Promise<() => void> {
  return PAGES.run({ moment: null }, () => openPage(readings, watched))
}

async function openPage(readings: readonly Reading[], watched: Watched): Promise<() => void> {
  const client = createQueryClient()
  const end = new AbortController()
  const asked = new Map<string, number>()
  const shown = new Map<string, number>()
  client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return
    const { queryHash } = event.query
    if (event.action.type === 'fetch') asked.set(queryHash, performance.now())
    if (event.action.type !== 'success') return
    shown.set(queryHash, asked.get(queryHash) ?? 0)
    if (shown.size === readings.length) watched.shown(Math.min(...shown.values()))
  })
  // Counts invalidated queries: a read for an earlier notice may still be running.
  let concerned = false
  const invalidate = client.invalidateQueries.bind(client)
  client.invalidateQueries = (filters = {}, options) => {
    concerned ||= client.getQueryCache().findAll(filters).length > 0
    return invalidate(filters, options)
  }
  const stops = readings.map(reading => reading(client))
  const stream = await fetch('/api/v1/events', { signal: end.signal })
  if (!stream.ok || stream.body === null) throw new Error(`The events are refused with status ${stream.status}.`)
  const follow = async (body: ReadableStream<Uint8Array>) => {
    for await (const notice of noticesOf(body)) {
      const at = performance.now()
      concerned = false
      refetchChanged(client, notice)
      if (concerned) watched.notified(notice, at)
    }
  }
  void follow(stream.body).catch((error: unknown) => {
    if (!end.signal.aborted) throw error
  })
  return () => {
    end.abort()
    for (const stop of stops) stop()
    client.clear()
  }
}

async function* noticesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ChangeNotice> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of body) {
    const events = (text + decoder.decode(part, { stream: true })).split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      const moment = /^id: (.*)$/m.exec(event)?.[1]
      const page = PAGES.getStore()
      if (page && moment) page.moment = moment
      if (/^event: change$/m.test(event) && data) yield JSON.parse(data) as ChangeNotice
    }
  }
}
