import { performance } from 'node:perf_hooks'

/** The age of data that was read from the database and that other replicas may replace. */
export class ReadAge {
  readonly #staleAfterMs: number
  readonly #now: () => number
  #begunAt: number | null = null

  /** `now`: a monotonic clock in milliseconds. */
  constructor(staleAfterMs: number, now: () => number = () => performance.now()) {
    this.#staleAfterMs = staleAfterMs
    this.#now = now
  }

  /** Call before a read: the age of its result counts from here. */
  begin(): number {
    return this.#now()
  }

  /** Call after a read. Returns false when a read that began later has finished before: its result is newer. */
  finish(begunAt: number): boolean {
    if (this.#begunAt !== null && begunAt < this.#begunAt) return false
    this.#begunAt = begunAt
    return true
  }

  get isKnown(): boolean {
    return this.#begunAt !== null
  }

  /** Whole seconds since the last read began, once they exceed `staleAfterMs`; null before. */
  staleSeconds(): number | null {
    if (this.#begunAt === null) return null
    const age = this.#now() - this.#begunAt
    return age > this.#staleAfterMs ? Math.round(age / 1_000) : null
  }
}
