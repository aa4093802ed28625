/**
 * Shares one copy of texts and small values that thousands of objects repeat. Forgets nothing: only
 * for values of low cardinality such as regions, never for names and ids.
 */
export class Interner {
  readonly #texts = new Map<string, string>()
  readonly #values = new Map<string, unknown>()

  text(value: string): string {
    const known = this.#texts.get(value)
    if (known !== undefined) return known
    this.#texts.set(value, value)
    return value
  }

  /** Returns the value created first for the key. A key belongs to one type of value. */
  value<T>(key: string, make: () => T): T {
    const known = this.#values.get(key) as T | undefined
    if (known !== undefined) return known
    const made = make()
    this.#values.set(key, made)
    return made
  }
}
