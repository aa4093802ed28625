/** Counts failures by kind, and stores the first examples of those that must not occur. */
export class Tally {
  readonly #counts = new Map<string, number>()
  readonly #unexpected: string[] = []

  count(kind: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1)
  }

  unexpected(kind: string, detail: string): void {
    this.count(kind)
    this.#unexpected.push(`${kind}: ${detail}`)
  }

  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  get unexpectedOnes(): readonly string[] {
    return this.#unexpected
  }
}
