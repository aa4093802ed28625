import { type QueryClient, type QueryKey, QueryObserver, type UseQueryOptions } from '@tanstack/react-query'
import { readAgain } from '#app/(console)/read-again.ts'
import { newQueryClient } from '#app/data/query-client.ts'
import type { ChangeNotice } from '#lib/queries/changes.ts'

/** Something a page reads, and reads again whenever it is out of date. Calls back with each answer; out: how it ends. */
export type Reading = (client: QueryClient, answered: () => void) => () => void

export function readingOf<Answer, Key extends QueryKey>(query: UseQueryOptions<Answer, Error, Answer, Key>): Reading {
  return (client, answered) =>
    new QueryObserver(client, { ...query, refetchInterval: false }).subscribe(({ isSuccess }) => {
      if (isSuccess) answered()
    })
}

interface Watched {
  /** Of something that is on the page. */
  told(notice: ChangeNotice): void
  /** All that is on the page was asked for after the last notice. */
  shown(): void
}

/** A page of the console without its drawing: it follows the server's events and reads again what they concern, by the browser's code. Out: how it ends. */
export async function openWatcher(readings: readonly Reading[], watched: Watched): Promise<() => void> {
  const client = newQueryClient()
  const end = new AbortController()
  const stops = readings.map(reading =>
    reading(client, () =>
      // It may have to be asked for once more.
      setTimeout(() => {
        if (client.isFetching() === 0) watched.shown()
      }),
    ),
  )
  const stream = await fetch('/api/v1/events', { signal: end.signal })
  if (!stream.ok || stream.body === null) throw new Error(`The events are refused with status ${stream.status}.`)
  const follow = async (body: ReadableStream<Uint8Array>) => {
    for await (const notice of noticesOf(body)) {
      readAgain(client, notice)
      if (client.isFetching() > 0) watched.told(notice)
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
      if (/^event: change$/m.test(event) && data) yield JSON.parse(data) as ChangeNotice
    }
  }
}
