/** How many of something each person has at once, so that nobody takes what the others need. */
export class Places {
  readonly #most: number
  readonly #taken = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Returns what gives the place back, to be called once; null when somebody has all of theirs. */
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
