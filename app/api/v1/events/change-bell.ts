/** Changes are collected for so long, so that a burst is one event: longer when more pages then ask. */
const SHORTEST_MS = 200
const LONGEST_MS = 600
const MS_PER_LISTENER = 10

/** Tells all listeners together that something changed: at once would be once per change. Listens itself while anybody does. */
export class ChangeBell {
  readonly #follow: (listener: () => void) => () => void
  readonly #listeners = new Set<() => void>()
  #unfollow: (() => void) | null = null
  #ringing: NodeJS.Timeout | null = null

  /** `follow` calls back at each change, until what it returns is called. */
  constructor(follow: (listener: () => void) => () => void) {
    this.#follow = follow
  }

  /** Returns how it ends. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    this.#unfollow ??= this.#follow(() => this.#changed())
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#unfollow?.()
      this.#unfollow = null
      if (this.#ringing) clearTimeout(this.#ringing)
      this.#ringing = null
    }
  }

  #changed(): void {
    const wait = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, MS_PER_LISTENER * this.#listeners.size))
    this.#ringing ??= setTimeout(() => {
      this.#ringing = null
      for (const listener of this.#listeners) listener()
    }, wait)
  }
}
