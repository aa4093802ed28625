/** Runs `task` once after `ms`. */
export type Schedule = (task: () => void, ms: number) => void

/** Tells listeners that something changed, however often it did, at most once per interval. */
export class Notifier {
  readonly #listeners = new Set<() => void>()
  readonly #schedule: Schedule
  readonly #intervalMs: number
  #pending = false

  constructor(schedule: Schedule, intervalMs: number) {
    this.#schedule = schedule
    this.#intervalMs = intervalMs
  }

  subscribe(listener: () => void): () => void {
    const own = () => listener()
    this.#listeners.add(own)
    return () => {
      this.#listeners.delete(own)
    }
  }

  notify(): void {
    if (this.#pending || this.#listeners.size === 0) return
    this.#pending = true
    this.#schedule(() => {
      this.#pending = false
      for (const listener of this.#listeners) listener()
    }, this.#intervalMs)
  }
}
