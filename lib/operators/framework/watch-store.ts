import type { Collection, GardenClient } from '#lib/garden/client/client.ts'
import { defaultTiming } from '#lib/garden/inventory/watch-inventory.ts'
import { Contact, type ContactState } from '#lib/garden/reflector/contact.ts'
import { reflect } from '#lib/garden/reflector/reflector.ts'
import type { ReflectorTiming, Sink } from '#lib/garden/reflector/reflector-options.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
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

/** Change of one object. A recreation that the watch missed is two changes. */
export interface Change<T extends KubeObject> {
  /** null: the object was created. */
  readonly before: T | null
  /** null: the object was deleted. */
  readonly after: T | null
}

/**
 * Indexes objects by key, by owner and by the given indexes. Notifies listeners of changes, not of
 * repeated versions.
 */
export class ObjectTable<T extends KubeObject, Index extends string = never> implements Sink<T> {
  readonly #objects = new Map<string, T>()
  readonly #owners = new ValueIndex<T>(ownersOf)
  readonly #indexes = new Map<string, ValueIndex<T>>()
  readonly #listeners = new Set<(change: Change<T>) => void>()

  constructor(indexes: Readonly<Record<Index, (object: T) => Iterable<string>>> | null) {
    for (const [name, valuesOf] of Object.entries<(object: T) => Iterable<string>>(indexes ?? {}))
      this.#indexes.set(name, new ValueIndex(valuesOf))
  }

  get size(): number {
    return this.#objects.size
  }

  get(key: string): T | null {
    return this.#objects.get(key) ?? null
  }

  all(): Iterable<T> {
    return this.#objects.values()
  }

  ownedBy(uid: string): readonly T[] {
    return this.#owners.of(uid)
  }

  by(index: Index, value: string): readonly T[] {
    return this.#indexes.get(index)?.of(value) ?? []
  }

  subscribe(listener: (change: Change<T>) => void): () => void {
    const own = (change: Change<T>) => listener(change)
    this.#listeners.add(own)
    return () => {
      this.#listeners.delete(own)
    }
  }

  put(key: string, object: T): void {
    const before = this.#objects.get(key) ?? null
    if (before !== null && uidOf(before) !== uidOf(object)) {
      this.remove(key)
      this.#replace(key, null, object)
    } else if (before === null || versionOf(before) !== versionOf(object)) this.#replace(key, before, object)
  }

  remove(key: string): void {
    const before = this.#objects.get(key)
    if (before !== undefined) this.#replace(key, before, null)
  }

  retain(keys: ReadonlySet<string>): void {
    for (const key of [...this.#objects.keys()]) if (!keys.has(key)) this.remove(key)
  }

  #replace(key: string, before: T | null, after: T | null): void {
    if (after === null) this.#objects.delete(key)
    else this.#objects.set(key, after)
    for (const index of [this.#owners, ...this.#indexes.values()]) index.replace(before, after)
    for (const listener of this.#listeners) listener({ before, after })
  }
}

const uidOf = ({ metadata }: KubeObject) => metadata?.uid
const versionOf = ({ metadata }: KubeObject) => metadata?.resourceVersion

function ownersOf({ metadata }: KubeObject): string[] {
  return metadata?.ownerReferences?.map(({ uid }) => uid) ?? []
}

/** Multi-value index: an item has several values, and a value belongs to several items. */
class ValueIndex<T> {
  readonly #valuesOf: (item: T) => Iterable<string>
  readonly #items = new Map<string, Set<T>>()

  constructor(valuesOf: (item: T) => Iterable<string>) {
    this.#valuesOf = valuesOf
  }

  of(value: string): readonly T[] {
    return [...(this.#items.get(value) ?? [])]
  }

  /**
   * Removes `before` and adds `after`; null for none. The values of an indexed item must not
   * change.
   */
  replace(before: T | null, after: T | null): void {
    if (before !== null) for (const value of this.#valuesOf(before)) this.#leave(value, before)
    if (after !== null) for (const value of this.#valuesOf(after)) this.#join(value, after)
  }

  #leave(value: string, item: T): void {
    const items = this.#items.get(value)
    items?.delete(item)
    if (items?.size === 0) this.#items.delete(value)
  }

  #join(value: string, item: T): void {
    const items = this.#items.get(value)
    if (items === undefined) this.#items.set(value, new Set([item]))
    else items.add(item)
  }
}
