import type { ServerResponse } from 'node:http'
import type { Answer } from '#embedded-garden/http/answer.ts'
import { expired } from '#embedded-garden/http/errors.ts'
import { statusOf } from '#embedded-garden/http/status.ts'
import type { JsonObject } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import type { ResourceContext } from '#embedded-garden/resource.ts'
import { zeroOf } from '#embedded-garden/schema/shape.ts'
import { matchesFields } from '#embedded-garden/selectors/field-selector.ts'
import { matchesLabels } from '#embedded-garden/selectors/label-selector.ts'
import { prefixOf, type Stored, withRevision } from '#embedded-garden/storage/stored.ts'
import type { Change, ChangeType } from '#embedded-garden/storage/window.ts'
import { type IncludeObject, includeObjectOf, partial, presented, renderTable } from '#embedded-garden/table/render.ts'
import { type ListOptions, parseListOptions } from './options.ts'
import { objectPieces, partialPieces, readable } from './pieces.ts'

/** Watches without timeoutSeconds end after a random time of 30 to 60 minutes, so that clients do not all reconnect at once. */
const DEFAULT_SECONDS = 1800
/** Maximum delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1
const BOOKMARK_EVERY_MS = 60_000
/** Bookmarks also come shortly before the end. */
const LAST_BOOKMARKS_MS = [2_000, 1_000]

/** A watch on a collection, or on one object by `metadata.name`. */
export function watch(context: ResourceContext): Answer {
  const options = parseListOptions(context.info.query, context.resource, true)
  return { type: 'stream', open: response => new Watch(context, options, response).start() }
}

class Watch {
  readonly #context: ResourceContext
  readonly #options: ListOptions
  readonly #response: ServerResponse
  readonly #writer: EventWriter
  readonly #prefix: string
  readonly #cleanups: (() => void)[] = []
  #openedAt = 0
  /** Loads of the collection before it was opened. */
  #loads = 0

  constructor(context: ResourceContext, options: ListOptions, response: ServerResponse) {
    this.#context = context
    this.#options = options
    this.#response = response
    this.#writer = new EventWriter(context, response)
    this.#prefix = prefixOf(context.target.namespace)
  }

  start(): void {
    const { services, representation, resource } = this.#context
    this.#response.writeHead(200, { 'Content-Type': 'application/json' })
    this.#response.flushHeaders()
    // Real servers close the stream without an event when a list form is requested.
    if (representation.form === 'PartialObjectMetadataList') return void this.#response.end()
    const collection = services.store.collection(resource.storage)
    this.#openedAt = services.store.revision
    this.#loads = collection.loads
    const missed = this.#missed()
    if (!missed) return void this.#expire()
    for (const change of missed) this.#send(change)
    if (this.#options.sendInitialEvents && this.#options.bookmarks) this.#writer.bookmark(services.store.revision, true)
    this.#cleanups.push(collection.subscribe(change => this.#live(change)))
    if (resource.aggregated) this.#cleanups.push(services.aggregatedApi.onStop(() => this.#response.destroy()))
    this.#schedule()
  }

  /** The changes that the watch sends first; null when its version is too old. */
  #missed(): readonly Change[] | null {
    const { services, resource } = this.#context
    const collection = services.store.collection(resource.storage)
    const { revision, sendInitialEvents } = this.#options
    const fromNow = sendInitialEvents ?? (revision === null || revision === 0)
    if (!fromNow) return revision === null ? [] : collection.window.after(revision)
    return [...collection.entries(this.#prefix)].map(stored => ({
      type: 'ADDED',
      revision: stored.revision,
      object: stored,
      previous: null,
    }))
  }

  /** A watch from a future version sends nothing until the store reaches it. */
  #live(change: Change): void {
    if (this.#isBehind()) return void this.#expire()
    if (change.revision > (this.#options.revision ?? 0)) this.#send(change)
  }

  /** Whether objects were loaded since the watch opened. Loads have no events, so it must not report a later version. */
  #isBehind(): boolean {
    const { services, resource } = this.#context
    return services.store.collection(resource.storage).loads !== this.#loads
  }

  #expire(): void {
    const { services, resource } = this.#context
    const { since } = services.store.collection(resource.storage).window
    const { revision } = this.#options
    this.#writer.error(statusOf(expired(`too old resource version: ${revision} (${since})`).failure))
    this.#response.end()
  }

  #send(change: Change): void {
    if (!change.object.key.startsWith(this.#prefix)) return
    const was = change.previous !== null && this.#selects(change.previous)
    const is = change.type !== 'DELETED' && this.#selects(change.object)
    const type = transition(was, is)
    if (!type) return
    this.#writer.event(type, type === 'DELETED' ? lastMatching(change) : change.object)
  }

  #selects(stored: Stored): boolean {
    const { name } = this.#context.target
    if (name && stored.key !== this.#prefix + name) return false
    return matchesLabels(this.#options.labels, stored.labels) && matchesFields(this.#options.fields, stored)
  }

  #schedule(): void {
    const { services, signal } = this.#context
    const seconds = this.#options.timeoutSeconds || DEFAULT_SECONDS * (1 + Math.random())
    const at = (ms: number, task: () => void) => void this.#cleanups.push(services.clock.schedule(ms, task))
    at(Math.min(seconds * 1000, MAX_TIMER_MS), () => this.#response.end())
    if (this.#options.bookmarks) {
      this.#bookmarkEvery(BOOKMARK_EVERY_MS)
      for (const before of LAST_BOOKMARKS_MS)
        if (seconds * 1000 > before && seconds * 1000 <= MAX_TIMER_MS)
          at(seconds * 1000 - before, () => this.#bookmark())
    }
    const end = () => {
      for (const cleanup of this.#cleanups.splice(0)) cleanup()
      signal.removeEventListener('abort', stop)
    }
    const stop = () => this.#response.end()
    signal.addEventListener('abort', stop, { once: true })
    this.#response.once('close', end)
    if (signal.aborted) stop()
  }

  #bookmarkEvery(ms: number): void {
    let cancel = () => {}
    const next = () => {
      cancel = this.#context.services.clock.schedule(ms, () => {
        this.#bookmark()
        next()
      })
    }
    next()
    this.#cleanups.push(() => cancel())
  }

  /**
   * Sends the store's revision as a bookmark if it has advanced since the watch opened; ends a
   * watch that is too far behind.
   */
  #bookmark(): void {
    if (this.#isBehind()) return void this.#expire()
    const { revision } = this.#context.services.store
    if (revision > this.#openedAt) this.#writer.bookmark(revision, false)
  }
}

/** The event type for a watcher with a selector: entering the selection is ADDED, leaving it is DELETED. */
function transition(was: boolean, is: boolean): ChangeType | null {
  if (is) return was ? 'MODIFIED' : 'ADDED'
  return was ? 'DELETED' : null
}

/** The object of a DELETED event: the last matching state with the version of the change. */
function lastMatching(change: Change): Stored {
  return change.type === 'DELETED' || !change.previous ? change.object : withRevision(change.previous, change.revision)
}

const END = Buffer.from('}\n')
/** Bytes of unsent events above which the connection is closed, as kube-apiserver does with slow watchers. */
const MAX_BACKLOG = 32 * 1024 * 1024

/** Writes the events of one watch, one per line, in the requested form. */
class EventWriter {
  readonly #context: ResourceContext
  readonly #response: ServerResponse
  readonly #include: IncludeObject

  constructor(context: ResourceContext, response: ServerResponse) {
    this.#context = context
    this.#response = response
    this.#include = includeObjectOf(context.info.query)
  }

  event(type: ChangeType, stored: Stored): void {
    this.#write(type, this.#object(stored))
  }

  /** `initialEnd`: whether this bookmark ends the initial events. */
  bookmark(revision: number, initialEnd: boolean): void {
    const { resource, representation } = this.#context
    const metadata: JsonObject = { resourceVersion: String(revision) }
    if (initialEnd) metadata.annotations = { 'k8s.io/initial-events-end': 'true' }
    const zero: KubeObject = resource.custom ? { metadata } : { ...zeroOf(resource.shape), metadata }
    const bodies = {
      object: () => presented(resource, zero),
      PartialObjectMetadata: () => partial(zero),
      PartialObjectMetadataList: () => partial(zero),
      Table: () => renderTable(resource, [zero], metadata, this.#include, this.#context.services.clock.now()),
    }
    this.#write('BOOKMARK', [Buffer.from(JSON.stringify(bodies[representation.form]()))])
  }

  error(status: JsonObject): void {
    this.#write('ERROR', [Buffer.from(JSON.stringify(status))])
  }

  #object(stored: Stored): Buffer[] {
    const { resource, representation, services } = this.#context
    if (representation.form === 'Table') {
      const metadata = { resourceVersion: String(stored.revision) }
      const table = renderTable(resource, [readable(resource, stored)], metadata, this.#include, services.clock.now())
      return [Buffer.from(JSON.stringify(table))]
    }
    return representation.form === 'PartialObjectMetadata' ? partialPieces(stored) : objectPieces(resource, stored)
  }

  #write(type: string, object: Buffer[]): void {
    // The watch has timed out and its last bytes are still being sent.
    if (this.#response.writableEnded) return
    if (this.#response.writableLength > MAX_BACKLOG) return void this.#response.destroy()
    this.#response.write(Buffer.concat([Buffer.from(`{"type":"${type}","object":`), ...object, END]))
  }
}
