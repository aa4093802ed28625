import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { dropNullFields, MalformedObjectError } from '#lib/garden/resources/read-fields.ts'
import { GardenError } from './garden-error.ts'

/** Metadata of a page. */
export interface PageEnd {
  /** Version of the list, from which a watch can start. */
  readonly resourceVersion: string
  /** Token of the next page, or null. */
  readonly continue: string | null
}

/** Go writes an empty list as null. */
interface ListEnvelope {
  readonly items?: unknown
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string } | null
}

/** Extracts what the caller needs from an item's JSON; null when it has to be parsed. */
export type ReadItem = (json: Buffer) => object | null

/**
 * Parses a page item by item as it arrives. Throws GardenError `unexpected` for anything but a
 * list, and what `take` throws.
 */
export async function readPage<T extends object>(
  doing: string,
  chunks: AsyncIterable<Buffer>,
  take: (item: T) => void,
  readItem: ReadItem = () => null,
): Promise<PageEnd> {
  const splitter = new ItemSplitter()
  for await (const chunk of chunks) {
    await yieldToEventLoop()
    for (const json of splitter.push(chunk)) {
      take((readItem(json) as T | null) ?? parseJson<T>(doing, json.toString('utf8')))
      await yieldToEventLoop()
    }
  }
  const { items, metadata } = parseJson<ListEnvelope>(doing, splitter.envelope)
  if (items === undefined) throw new GardenError({ kind: 'unexpected', doing, because: 'the answer is not a list.' })
  return { resourceVersion: metadata?.resourceVersion ?? '0', continue: metadata?.continue || null }
}

/** Milliseconds of consecutive work that go unnoticed. */
const MAX_BLOCKED_MS = 2

let since = Number.NEGATIVE_INFINITY
let queue = Promise.resolve()

/**
 * Await it between the pieces of long work. Returns at once within the current time slice; after it
 * the event loop runs first, and waiters continue one by one. One state for the process, as there
 * is one event loop.
 */
export async function yieldToEventLoop(): Promise<void> {
  if (performance.now() - since < MAX_BLOCKED_MS) return
  queue = queue.then(async () => {
    await nextTurn()
    since = performance.now()
  })
  await queue
}

/**
 * Splits the JSON of a list into items while it arrives, so that a page is never held or parsed as
 * a whole: one JSON.parse of a hundred shoots blocks the event loop for tens of milliseconds, and
 * its garbage outlives the young generation.
 */
class ItemSplitter {
  #depth = 0
  #inText = false
  #escaped = false
  /** Inside the root's `items`. */
  #inItems = false
  #envelope = ''
  /** Its end, up to the length of a key. */
  #tail = ''
  /** Bytes of an item from earlier chunks. */
  #begun: Buffer[] = []

  /** The list without its items; complete JSON after the last chunk. */
  get envelope(): string {
    return this.#envelope
  }

  /** Takes the next bytes and returns the items that end in them, as JSON. */
  push(chunk: Buffer): Buffer[] {
    const items: Buffer[] = []
    const { length } = chunk
    let depth = this.#depth
    let inText = this.#inText
    let escaped = this.#escaped
    let from = 0
    let i = 0
    while (i < length) {
      if (inText) {
        // Most bytes are text: this inner loop halves the time of a list.
        let byte = chunk[i]
        if (!escaped) while (i < length && byte !== QUOTE && byte !== BACKSLASH) byte = chunk[++i]
        if (i === length) break
        inText = escaped || byte !== QUOTE
        escaped = !escaped && byte === BACKSLASH
        i++
        continue
      }
      const byte = chunk[i]
      if (byte === QUOTE) {
        inText = true
      } else if (byte === BRACE_OPEN || byte === BRACKET_OPEN) {
        if (depth === 1 && byte === BRACKET_OPEN && this.#opensItems(chunk, from, i)) {
          this.#keep(chunk.toString('utf8', from, i + 1))
          this.#inItems = true
        } else if (this.#inItems && depth === 2) from = i
        depth++
      } else if (byte === BRACE_CLOSE || byte === BRACKET_CLOSE) {
        depth--
        if (this.#inItems && depth <= 2) {
          if (depth === 2) items.push(this.#take(chunk.subarray(from, i + 1)))
          else this.#inItems = false
          from = depth === 2 ? i + 1 : i
        }
      }
      i++
    }
    if (!this.#inItems) this.#keep(chunk.toString('utf8', from))
    else if (depth > 2) this.#begun.push(chunk.subarray(from))
    this.#depth = depth
    this.#inText = inText
    this.#escaped = escaped
    return items
  }

  #keep(text: string): void {
    this.#envelope += text
    this.#tail = (this.#tail + text.slice(-MAX_KEY_BYTES)).slice(-MAX_KEY_BYTES)
  }

  /**
   * Whether the key `items` precedes a bracket at the root's level. Reads no more than a key's
   * length: a server may send endless brackets.
   */
  #opensItems(chunk: Buffer, from: number, to: number): boolean {
    const before = chunk.toString('utf8', Math.max(from, to - MAX_KEY_BYTES), to)
    return /"items"\s*:\s*$/.test(this.#tail + before)
  }

  #take(end: Buffer): Buffer {
    if (this.#begun.length === 0) return end
    const whole = Buffer.concat([...this.#begun, end])
    this.#begun = []
    return whole
  }
}

/** Maximum length of a key with the following space. */
const MAX_KEY_BYTES = 200

const QUOTE = 0x22
const BACKSLASH = 0x5c
const BRACKET_OPEN = 0x5b
const BRACKET_CLOSE = 0x5d
const BRACE_OPEN = 0x7b
const BRACE_CLOSE = 0x7d

/**
 * Parses a JSON object of the API and drops null fields. Throws GardenError `unexpected` for
 * anything else.
 */
export function parseObject<T extends object>(doing: string, text: string): T {
  return dropNullFields(parseJson<T>(doing, text))
}

/** Parses a JSON object and keeps null fields. */
function parseJson<T extends object>(doing: string, text: string): T {
  try {
    const parsed: T = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null) return parsed
  } catch {
    // Falls through: the message of JSON.parse quotes the answer.
  }
  throw new GardenError({ kind: 'unexpected', doing, because: 'the answer is not what a Kubernetes API sends.' })
}

/**
 * Projects an object that a decision needs, such as a cluster on an account: it must not be
 * skipped. Throws GardenError `unexpected` for a malformed one.
 */
export function projectOrThrow<T extends KubeObject, Item>(project: (object: T) => Item, object: T): Item {
  try {
    return project(object)
  } catch (error) {
    if (!(error instanceof MalformedObjectError)) throw error
    const { kind = 'object', metadata } = object
    const doing = `read ${kind} ${typeof metadata?.name === 'string' ? metadata.name : 'without a name'}`
    throw new GardenError({ kind: 'unexpected', doing, because: `${error.message}.` }, { cause: error })
  }
}

/** Projects an object of many; null for a malformed one. */
export function projectOrNull<T extends KubeObject, Item>(project: (object: T) => Item | null, object: T): Item | null {
  try {
    return project(object)
  } catch (error) {
    if (!(error instanceof MalformedObjectError)) throw error
    return null
  }
}
