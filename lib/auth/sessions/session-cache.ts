/** How long a cached session permits reads while the database is unavailable. */
export const CACHE_MS = 10 * 60_000

/** Maximum number of cached and of ended sessions; the oldest is evicted first. */
const MAX_CACHED = 5_000

/** Cache of this process: active sessions expire after `CACHE_MS`, ended ones stay until evicted. */
export class SessionCache<Kept> {
  readonly #now: () => number
  readonly #kept = new Map<string, { readonly at: number; readonly what: Kept }>()
  readonly #ended = new Set<string>()

  /** `now` returns milliseconds of a monotonic clock. */
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

  /** An ended session never becomes active, so the cached result needs no lookup in the database. */
  end(id: string): void {
    this.#kept.delete(id)
    this.#ended.add(id)
    dropOldest(this.#ended)
  }

  hasEnded(id: string): boolean {
    return this.#ended.has(id)
  }

  /** Ids of all cached sessions that have not expired. */
  ids(): readonly string[] {
    for (const [id, { at }] of this.#kept) {
      if (this.#now() - at < CACHE_MS) break
      this.#kept.delete(id)
    }
    return [...this.#kept.keys()]
  }

  /** The cached session and its age in `ms`; null when absent or expired. */
  recall(id: string): { readonly what: Kept; readonly ms: number } | null {
    const found = this.#kept.get(id)
    if (!found) return null
    const ms = this.#now() - found.at
    return ms < CACHE_MS ? { what: found.what, ms } : null
  }
}

function dropOldest(of: Map<string, unknown> | Set<string>): void {
  const [oldest] = of.keys()
  if (of.size > MAX_CACHED && oldest !== undefined) of.delete(oldest)
}
