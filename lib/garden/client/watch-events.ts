import type { KubeObject, StatusObject } from '#lib/garden/resources/objects.ts'
import { dropNullFields } from '#lib/garden/resources/read-fields.ts'
import type { Answer } from './exchange.ts'
import { connectionFailure, GardenError, timeoutFailure } from './garden-error.ts'
import { yieldToEventLoop } from './read-page.ts'
import { refusalError } from './refusal.ts'

type WatchEventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'

export interface WatchEvent<T extends KubeObject> {
  readonly type: WatchEventType
  /** Of a bookmark only `metadata.resourceVersion` is meaningful: Gardener zeroes the rest. */
  readonly object: T
}

interface Stream {
  readonly doing: string
  readonly server: string
  readonly silenceMs: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Events of a watch, one JSON document per line, until the server ends it. Throws GardenError: for
 * an ERROR event (by its code, 410 = `gone`), a line that is no event or too long, a broken
 * connection, and after `silenceMs` without an event, since a proxy may send bytes that are none.
 */
export async function* readEvents<T extends KubeObject>(answer: Answer, stream: Stream): AsyncGenerator<WatchEvent<T>> {
  let silent = false
  const timer = setTimeout(() => {
    silent = true
    answer.end()
  }, stream.silenceMs)
  let rest: Buffer[] = []
  let restBytes = 0
  try {
    for await (const chunk of answer.body) {
      await yieldToEventLoop()
      const bytes: Buffer = chunk
      let from = 0
      for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
        const event = eventOf<T>([...rest, bytes.subarray(from, end)], stream.doing)
        rest = []
        restBytes = 0
        from = end + 1
        if (event === null) continue
        timer.refresh()
        yield event
      }
      if (from === bytes.length) continue
      rest.push(bytes.subarray(from))
      restBytes += bytes.length - from
      if (restBytes > MAX_EVENT_BYTES) throw notAnEvent(stream.doing)
    }
  } catch (error) {
    stream.signal?.throwIfAborted()
    if (error instanceof GardenError) throw error
    if (silent) throw timeoutFailure(stream.doing, stream.server, stream.silenceMs, false)
    throw connectionFailure(stream.doing, stream.server, error, false)
  } finally {
    clearTimeout(timer)
    answer.end()
  }
}

const NEWLINE = 0x0a
/** Maximum size of an event. Kubernetes stores objects of a few megabytes. */
const MAX_EVENT_BYTES = 32 * 1024 * 1024

/**
 * Parses a line; null for an empty one. A variable of the generator would retain the last line,
 * possibly with secrets, until the next event.
 */
function eventOf<T extends KubeObject>(parts: readonly Buffer[], doing: string): WatchEvent<T> | null {
  const line = Buffer.concat(parts).toString('utf8')
  if (line === '') return null
  let event: { type?: string; object?: T & StatusObject }
  try {
    event = JSON.parse(line)
  } catch {
    throw notAnEvent(doing)
  }
  const { type, object } = event
  if (object === undefined || object === null) throw notAnEvent(doing)
  if (type === 'ERROR') {
    throw refusalError(
      { doing, method: 'GET', permission: null },
      { status: object.code ?? 500, retryAfter: undefined, body: JSON.stringify(object) },
    )
  }
  if (type !== 'ADDED' && type !== 'MODIFIED' && type !== 'DELETED' && type !== 'BOOKMARK') throw notAnEvent(doing)
  return { type, object: dropNullFields(object) }
}

function notAnEvent(doing: string): GardenError {
  return new GardenError({ kind: 'unexpected', doing, because: 'the server sent something that is no watch event.' })
}
