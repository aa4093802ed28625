import type { KubeObject } from '#embedded-garden/object.ts'
import { type Fields, type Stored, thaw } from './stored.ts'
import { type Change, ChangeWindow, type WindowLimits } from './window.ts'

export type Indexer = (object: KubeObject) => Fields

const NO_FIELDS: Indexer = () => ({})

/** All objects of one resource, in list order, with the recent changes for watches. */
export class Collection {
  readonly #objects = new Map<string, Stored>()
  readonly #keys = new SortedKeys()
  readonly #listeners = new Set<(change: Change) => void>()
  readonly window: ChangeWindow
  #loads = 0
  #indexer = NO_FIELDS

  constructor(since: number, limits?: WindowLimits) {
    this.window = new ChangeWindow(since, limits)
  }

  /** Number of bulk loads. Loads send no watch events. */
  get loads(): number {
    return this.#loads
  }

  get size(): number {
    return this.#objects.size
  }

  get(key: string): Stored | null {
    return this.#objects.get(key) ?? null
  }

  fieldsOf(object: KubeObject): Fields {
    return this.#indexer(object)
  }

  /** Sets the indexer that computes the fields stored beside each object, and reindexes the existing objects. */
  index(indexer = NO_FIELDS): void {
    if (indexer === this.#indexer) return
    this.#indexer = indexer
    for (const [key, stored] of this.#objects) this.#objects.set(key, { ...stored, fields: indexer(thaw(stored)) })
  }

  /** Objects whose key has this prefix, in key order, from the first key at or after `start`. */
  *entries(prefix: string, start = ''): Generator<Stored> {
    const [from, to] = this.#keys.rangeOf(prefix)
    for (let i = Math.max(from, start === '' ? 0 : this.#keys.indexOf(start)); i < to; i++) {
      const stored = this.#objects.get(this.#keys.at(i) ?? '')
      if (stored) yield stored
    }
  }

  count(prefix: string): number {
    const [from, to] = this.#keys.rangeOf(prefix)
    return to - from
  }

  /** Applies a change and notifies the watchers. */
  apply(change: Change): void {
    if (change.type === 'DELETED') {
      this.#objects.delete(change.object.key)
      this.#keys.remove(change.object.key)
    } else {
      this.#objects.set(change.object.key, change.object)
      if (change.type === 'ADDED') this.#keys.add(change.object.key)
    }
    this.window.push(change)
    for (const listener of this.#listeners) listener(change)
  }

  /** Stores objects without watch events: for the journal and for a landscape at the start. */
  load(objects: readonly Stored[]): void {
    this.#loads++
    for (const stored of objects) this.#objects.set(stored.key, stored)
    this.#keys.addMany(objects.map(stored => stored.key))
  }

  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The objects below `prefix` at `revision`; null when the history no longer reaches back to it. */
  at(revision: number, prefix: string): readonly Stored[] | null {
    const changes = this.window.after(revision)
    if (!changes) return null
    if (changes.length === 0) return [...this.entries(prefix)]
    const objects = new Map<string, Stored>()
    for (const stored of this.entries(prefix)) objects.set(stored.key, stored)
    for (const change of changes.toReversed()) {
      if (!change.object.key.startsWith(prefix)) continue
      if (change.previous) objects.set(change.object.key, change.previous)
      else objects.delete(change.object.key)
    }
    return [...objects.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  }
}

/** Keys in list order: by bytes of `namespace/name`. */
export class SortedKeys {
  #keys: string[] = []

  get size(): number {
    return this.#keys.length
  }

  at(index: number): string | undefined {
    return this.#keys[index]
  }

  /** Index of the first key that is equal to or greater than `key`. */
  indexOf(key: string): number {
    let low = 0
    let high = this.#keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#keys[middle] ?? '') < key) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Half-open range of indexes of the keys that begin with `prefix`. */
  rangeOf(prefix: string): readonly [from: number, to: number] {
    return prefix === '' ? [0, this.#keys.length] : [this.indexOf(prefix), this.indexOf(`${prefix}\uffff`)]
  }

  add(key: string): void {
    const index = this.indexOf(key)
    if (this.#keys[index] !== key) this.#keys.splice(index, 0, key)
  }

  addMany(keys: Iterable<string>): void {
    this.#keys = [...new Set([...this.#keys, ...keys])].sort()
  }

  remove(key: string): void {
    const index = this.indexOf(key)
    if (this.#keys[index] === key) this.#keys.splice(index, 1)
  }
}
