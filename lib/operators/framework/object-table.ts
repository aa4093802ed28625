import type { Sink } from '#lib/garden/reflector/reflector-options.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'

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
