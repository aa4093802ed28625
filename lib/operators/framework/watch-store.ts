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
  /** Indexes by name: the values under which by() finds an object. */
  readonly indexes?: Readonly<Record<Index, (object: T) => Iterable<string>>>
  /** Milliseconds without contact after which a store that is not live counts as stale. */
  readonly staleAfterMs: number
  readonly timing?: Partial<ReflectorTiming>
  readonly pageSize?: number
  /** Treats a resource that the server does not serve as an empty list. */
  readonly mayBeAbsent?: boolean
  /** Removes, in place, fields that the store must not cache. */
  readonly strip?: (object: T) => void
  /** Called after each change of freshness() other than the passing of time. */
  readonly onFreshness?: () => void
}

/**
 * Cache of a collection, which may lag behind the server: writes that depend on it use the
 * resourceVersion or uid of the cached object. Objects are frozen and have no managedFields.
 */
export interface WatchStore<T extends KubeObject, Index extends string = never> {
  readonly size: number
  get(key: ObjectKey): T | null
  all(): Iterable<T>
  /** Objects with an owner reference to this uid. */
  ownedBy(uid: string): readonly T[]
  by(index: Index, value: string): readonly T[]
  /**
   * Delivers changes in order, first the objects of the first list. Returns the unsubscribe
   * function.
   */
  subscribe(listener: (change: Change<T>) => void): () => void
  /** Age of the data and the present error. */
  freshness(): StoreFreshness
  /** True once the first list is complete; false when the signal aborts before. */
  ready(signal: AbortSignal): Promise<boolean>
  stop(): Promise<void>
}

/** Freshness of a store, for readiness and metrics. */
export interface StoreFreshness extends ContactState {
  readonly resource: string
  /** Milliseconds since the last contact with the server; null before the first. */
  readonly ageMs: number | null
}

/**
 * An object may exceed a megabyte (etcd) and the client limits the size of an answer, so large
 * objects must not make a page unreadable.
 */
const PAGE_SIZE = 100

/** Watches a collection until stopped. Never fails: freshness() reports errors. */
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
      if (contact.state().complete) for (const settle of waiting) settle()
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
        const settle = () => {
          waiting.delete(settle)
          signal.removeEventListener('abort', settle)
          resolve(contact.state().complete)
        }
        if (signal.aborted || contact.state().complete) return settle()
        waiting.add(settle)
        signal.addEventListener('abort', settle)
      }),
    async stop() {
      stopped.abort()
      await running
    },
  }
}

/**
 * Prepares an object for the cache, in place: removes managedFields, two fifths of a shoot
 * (measured), and freezes the object, which all callers share.
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
