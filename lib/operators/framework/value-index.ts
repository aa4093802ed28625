/** Finds things by values that each of them has; a value may be of many, and a thing have many. */
export class ValueIndex<T> {
  readonly #valuesOf: (item: T) => Iterable<string>
  readonly #items = new Map<string, Set<T>>()

  constructor(valuesOf: (item: T) => Iterable<string>) {
    this.#valuesOf = valuesOf
  }

  of(value: string): readonly T[] {
    return [...(this.#items.get(value) ?? [])]
  }

  /** `before` leaves and `after` comes; null for neither. The values of an item must not change while it is here. */
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
