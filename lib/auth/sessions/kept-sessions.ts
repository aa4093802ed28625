/** How long what was found of a session is enough to go on reading when the database does not answer. */
export const KEPT_MS = 10 * 60_000

/** Sessions of either kind that are remembered; the oldest goes first. */
const MAX_KEPT = 5_000

/** What this process last found of sessions: those that last, for a while, and those that ended for good. */
export class KeptSessions<Kept> {
  readonly #now: () => number
  readonly #kept = new Map<string, { readonly at: number; readonly what: Kept }>()
  readonly #ended = new Set<string>()

  /** `now` in milliseconds by a clock that nobody sets. */
  constructor(now: () => number) {
    this.#now = now
  }

  keep(id: string, what: Kept): void {
    if (this.#ended.has(id)) return
    this.#kept.delete(id)
    this.#kept.set(id, { at: this.#now(), what })
    dropOldest(this.#kept)
  }

  forget(id: string): void {
    this.#kept.delete(id)
  }

  /** A session that ended never lasts again, so this needs no database. */
  end(id: string): void {
    this.#kept.delete(id)
    this.#ended.add(id)
    dropOldest(this.#ended)
  }

  hasEnded(id: string): boolean {
    return this.#ended.has(id)
  }

  /** Ids of all that can be recalled. */
  ids(): readonly string[] {
    for (const [id, { at }] of this.#kept) {
      if (this.#now() - at < KEPT_MS) break
      this.#kept.delete(id)
    }
    return [...this.#kept.keys()]
  }

  /** Null when it was not found lately. `ms`: how long ago that was. */
  recall(id: string): { readonly what: Kept; readonly ms: number } | null {
    const found = this.#kept.get(id)
    if (!found) return null
    const ms = this.#now() - found.at
    return ms < KEPT_MS ? { what: found.what, ms } : null
  }
}

function dropOldest(of: Map<string, unknown> | Set<string>): void {
  const [oldest] = of.keys()
  if (of.size > MAX_KEPT && oldest !== undefined) of.delete(oldest)
}
