import { performance } from 'node:perf_hooks'

/** How old what was read from the database is: others may have replaced it since. */
export class ReadAge {
  readonly #staleAfterMs: number
  readonly #now: () => number
  #begunAt: number | null = null

  /** `now`: milliseconds by a clock that is never set. */
  constructor(staleAfterMs: number, now: () => number = () => performance.now()) {
    this.#staleAfterMs = staleAfterMs
    this.#now = now
  }

  /** To be called before a read; its answer is as old as this. */
  begin(): number {
    return this.#now()
  }

  /** To be called after a read. False when a read that began later has ended before: its answer is the newer one. */
  finish(begunAt: number): boolean {
    if (this.#begunAt !== null && begunAt < this.#begunAt) return false
    this.#begunAt = begunAt
    return true
  }

  get isKnown(): boolean {
    return this.#begunAt !== null
  }

  /** Whole seconds since the last read began, once that is too long; null before that. */
  staleSeconds(): number | null {
    if (this.#begunAt === null) return null
    const age = this.#now() - this.#begunAt
    return age > this.#staleAfterMs ? Math.round(age / 1_000) : null
  }
}
