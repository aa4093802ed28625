import { compareText } from '#lib/hap/text.ts'

interface Named {
  readonly kind?: string
  readonly namespace: string
  readonly name: string
}

interface Group<T> {
  items: T[]
  /** `items` was returned: copy it before the next change. */
  lent: boolean
}

const NOTHING: readonly never[] = []

/** Lists by key, each sorted by name. A returned list never changes. */
export class NameGroups<T extends Named> {
  readonly #groups = new Map<string, Group<T>>()
  readonly #keyOf: (item: T) => string | null

  /** A null key belongs to no group. */
  constructor(keyOf: (item: T) => string | null) {
    this.#keyOf = keyOf
  }

  of(key: string): readonly T[] {
    const group = this.#groups.get(key)
    if (!group) return NOTHING
    group.lent = true
    return group.items
  }

  /** An item of a list without sharing the list; null for an empty one. */
  first(key: string): T | null {
    return this.#groups.get(key)?.items[0] ?? null
  }

  /** Length of a list without sharing it. */
  count(key: string): number {
    return this.#groups.get(key)?.items.length ?? 0
  }

  keys(): IterableIterator<string> {
    return this.#groups.keys()
  }

  /** Moves an object from the group of `before` to that of `after`; null for no object. */
  replace(before: T | null, after: T | null): void {
    const from = before && this.#keyOf(before)
    const to = after && this.#keyOf(after)
    if (before !== null && from !== null) this.#leave(before, from)
    if (after !== null && to !== null) this.#enter(after, to)
  }

  #leave(item: T, key: string): void {
    const items = this.#writable(key)
    items.splice(indexOf(items, item), 1)
    if (items.length === 0) this.#groups.delete(key)
  }

  #enter(item: T, key: string): void {
    const items = this.#writable(key)
    items.splice(indexOf(items, item), 0, item)
  }

  #writable(key: string): T[] {
    let group = this.#groups.get(key)
    if (!group) {
      group = { items: [], lent: false }
      this.#groups.set(key, group)
    } else if (group.lent) {
      group.items = [...group.items]
      group.lent = false
    }
    return group.items
  }
}

/** Index of the item, or where to insert it. Lists of the API are sorted, so the end is tried first. */
function indexOf<T extends Named>(items: readonly T[], item: T): number {
  const last = items.at(-1)
  if (last === undefined || compareNames(last, item) < 0) return items.length
  let low = 0
  let high = items.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = items[middle]
    if (other !== undefined && compareNames(other, item) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** By name, then kind and namespace: names may repeat across kinds. */
export function compareNames(a: Named, b: Named): number {
  return compareText(a.name, b.name) || compareText(a.kind ?? '', b.kind ?? '') || compareText(a.namespace, b.namespace)
}
