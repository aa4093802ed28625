/** A sentence and how often it holds. */
export interface Counted {
  readonly text: string
  readonly count: number
}

/** Counts equal texts; the most frequent first. */
export class Tally {
  readonly #counts = new Map<string, number>()

  add(text: string): void {
    this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1)
  }

  /** The `most` most frequent ones. */
  top(most: number): readonly Counted[] {
    return [...this.#counts]
      .map(([text, count]) => ({ text, count }))
      .sort((a, b) => b.count - a.count)
      .slice(0, most)
  }
}
