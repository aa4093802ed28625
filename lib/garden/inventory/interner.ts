/**
 * Keeps one copy of texts and small values that thousands of objects repeat. It forgets nothing: only for what there are few of,
 * such as regions, never for names and ids.
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

  /** The value made first under this key. A key belongs to one type of value. */
  value<T>(key: string, make: () => T): T {
    const known = this.#values.get(key) as T | undefined
    if (known !== undefined) return known
    const made = make()
    this.#values.set(key, made)
    return made
  }
}
