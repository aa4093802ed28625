import type { Collection, GardenClient } from '#lib/garden/client/client.ts'
import { defaultTiming } from '#lib/garden/inventory/watch-inventory.ts'
import { Contact, type ContactState } from '#lib/garden/reflector/contact.ts'
import { reflect } from '#lib/garden/reflector/reflector.ts'
import type { ReflectorTiming } from '#lib/garden/reflector/reflector-options.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { type Change, ObjectTable } from './object-table.ts'
import { keyOf, keyText, type ObjectKey } from './reconciler.ts'

interface WatchStoreOptions<T extends KubeObject, Index extends string> {
  readonly client: Pick<GardenClient, 'page' | 'watch'>
  readonly collection: Collection
  /** By name: the values under which by() finds an object. */
  readonly indexes?: Readonly<Record<Index, (object: T) => Iterable<string>>>
  /** Milliseconds without contact after which a store that is not live counts as stale. */
  readonly staleAfterMs: number
  readonly timing?: Partial<ReflectorTiming>
  readonly pageSize?: number
  /** The server may not know the resource: nothing is there then. */
  readonly mayBeAbsent?: boolean
  /** Takes from an object, in place, what is not to be kept. */
  readonly strip?: (object: T) => void
  /** Reported whenever freshness() says something else, but for the mere passing of time. */
  readonly onFreshness?: () => void
}

/**
 * The objects of a collection as the server last told us, which may be a moment ago: what is written on the ground of them is
 * written under their resourceVersion or uid. They are frozen, and hold no managedFields.
 */
export interface WatchStore<T extends KubeObject, Index extends string = never> {
  readonly size: number
  get(key: ObjectKey): T | null
  all(): Iterable<T>
  /** Those whose ownerReferences name this uid. */
  ownedBy(uid: string): readonly T[]
  by(index: Index, value: string): readonly T[]
  /** Tells of every change in the order in which they come, first of all objects of the first list. Out: ends that. */
  subscribe(listener: (change: Change<T>) => void): () => void
  /** How fresh it is, and what is wrong. */
  freshness(): StoreFreshness
  /** True once the first list is complete; false when the signal aborts before. */
  ready(signal: AbortSignal): Promise<boolean>
  stop(): Promise<void>
}

export interface StoreFreshness extends ContactState {
  readonly resource: string
  /** Milliseconds since the last sign of the server; null before the first. */
  readonly ageMs: number | null
}

/** Objects may have more than a megabyte each (etcd), and an answer is read up to some hundred: whoever makes many such must blind nobody. */
const PAGE_SIZE = 100

/** Follows a collection until stopped. It never fails: what is wrong stands in freshness(). */
export function createWatchStore<T extends KubeObject, Index extends string = never>(
  options: WatchStoreOptions<T, Index>,
): WatchStore<T, Index> {
  const { client, collection, staleAfterMs } = options
  const timing = { ...defaultTiming(staleAfterMs), ...options.timing }
  const table = new ObjectTable<T, Index>(options.indexes ?? null)
  const stopped = new AbortController()
  const waiting = new Set<() => void>()
  const contact = new Contact({
    clock: timing.clock,
    staleAfterMs,
    onChange: () => {
      if (contact.state().complete) for (const tell of waiting) tell()
      options.onFreshness?.()
    },
  })
  const running = reflect<T, T>(
    {
      client,
      collection,
      pageSize: options.pageSize ?? PAGE_SIZE,
      project: object => {
        options.strip?.(object)
        return trimmed(object)
      },
      keyOf: object => keyText(keyOf(object)),
      sink: table,
      contact,
      timing,
      ...(options.mayBeAbsent && { whenNotServed: 'empty' }),
    },
    stopped.signal,
  )
  return {
    get size() {
      return table.size
    },
    get: key => table.get(keyText(key)),
    all: () => table.all(),
    ownedBy: uid => table.ownedBy(uid),
    by: (index, value) => table.by(index, value),
    subscribe: listener => table.subscribe(listener),
    freshness: () => {
      const state = contact.state()
      const ageMs = state.lastContactAt === null ? null : timing.clock() - state.lastContactAt
      return { resource: collection.resource.plural, ...state, ageMs }
    },
    ready: signal =>
      new Promise(resolve => {
        const tell = () => {
          waiting.delete(tell)
          signal.removeEventListener('abort', tell)
          resolve(contact.state().complete)
        }
        if (signal.aborted || contact.state().complete) return tell()
        waiting.add(tell)
        signal.addEventListener('abort', tell)
      }),
    async stop() {
      stopped.abort()
      await running
    },
  }
}

/**
 * An object to keep: without managedFields, which are two fifths of a shoot (measured), and frozen throughout, since everybody
 * shares it. It is changed in place.
 */
export function trimmed<T extends KubeObject>(object: T): T {
  if (object.metadata !== undefined && 'managedFields' in object.metadata) delete object.metadata.managedFields
  return deepFreeze(object)
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const each of Object.values(value)) deepFreeze(each)
  return Object.freeze(value)
}
