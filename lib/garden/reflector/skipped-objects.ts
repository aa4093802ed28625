/** An object of a collection that cannot be read. The others are followed all the same. */
export interface SkippedObject {
  /** `namespace/name`, as far as they can be read. */
  readonly object: string
  /** What is wrong with it, as a fragment without values. */
  readonly reason: string
}

/** More are not remembered: they likely have the same fault. */
const MAX_REMEMBERED = 1_000

/** The objects of one collection that were skipped, by their keys or, without one, in the order they came. */
export class SkippedObjects {
  #current = new Map<string, SkippedObject>()
  #listed: Map<string, SkippedObject> | null = null
  #all: readonly SkippedObject[] = []

  /** The same array until one is skipped or read again. */
  get all(): readonly SkippedObject[] {
    return this.#all
  }

  /** A list begins: what it does not skip is readable again, or gone. */
  beginList(): void {
    this.#listed = new Map()
  }

  /** The list is complete. Out: whether anything changed. */
  endList(): boolean {
    const before = this.#current
    this.#current = this.#listed ?? before
    this.#listed = null
    const isSame =
      before.size === this.#current.size &&
      [...this.#current].every(([key, { reason }]) => before.get(key)?.reason === reason)
    if (!isSame) this.#all = [...this.#current.values()]
    return !isSame
  }

  /** Out: whether it was not skipped for this reason before. `key` null: the object cannot be told apart. */
  skip(key: string | null, skipped: SkippedObject): boolean {
    const objects = this.#listed ?? this.#current
    const known = key ?? `#${objects.size}`
    if (objects.get(known)?.reason === skipped.reason || objects.size >= MAX_REMEMBERED) return false
    objects.set(known, skipped)
    if (this.#listed === null) this.#all = [...objects.values()]
    return true
  }

  /** The object was read, or deleted. Out: whether it was skipped before. */
  clear(key: string): boolean {
    if (this.#listed !== null || !this.#current.delete(key)) return false
    this.#all = [...this.#current.values()]
    return true
  }
}
