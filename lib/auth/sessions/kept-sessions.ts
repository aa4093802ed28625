/** How long what was found of a session is enough to go on reading when the database does not answer. */
export const KEPT_MS = 10 * 60_000

const MOST_KEPT = 5_000

/** What was last found of sessions by this process, for a while and for so many: the oldest goes first. */
export class KeptSessions<Kept> {
  readonly #now: () => number
  readonly #kept = new Map<string, { readonly at: number; readonly what: Kept }>()

  /** `now` in milliseconds by a clock that nobody sets. */
  constructor(now: () => number) {
    this.#now = now
  }

  keep(id: string, what: Kept): void {
    this.#kept.delete(id)
    this.#kept.set(id, { at: this.#now(), what })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest)
  }

  forget(id: string): void {
    this.#kept.delete(id)
  }

  /** Null when it was not found lately. `ms`: how long ago that was. */
  recall(id: string): { readonly what: Kept; readonly ms: number } | null {
    const found = this.#kept.get(id)
    if (!found) return null
    const ms = this.#now() - found.at
    return ms < KEPT_MS ? { what: found.what, ms } : null
  }
}
