/** Limits concurrent uses per person, so that one person cannot exhaust a shared resource. */
export class Places {
  readonly #most: number
  readonly #taken = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Returns the function that frees the slot, to be called once; null at the limit. */
  take(person: string): (() => void) | null {
    const taken = this.#taken.get(person) ?? 0
    if (taken >= this.#most) return null
    this.#taken.set(person, taken + 1)
    return () => {
      const left = (this.#taken.get(person) ?? 0) - 1
      if (left > 0) this.#taken.set(person, left)
      else this.#taken.delete(person)
    }
  }
}
