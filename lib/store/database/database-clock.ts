import { performance } from 'node:perf_hooks'

/** What a database said its time was, and when it was asked and had answered, in milliseconds of this process. */
export interface TimeTold {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly askedAt: number
  readonly answeredAt: number
}

/**
 * The time of a database server: the one that all replicas have, however far their own clocks are apart. Until it was asked for
 * the first time it is that of this process.
 */
export class DatabaseClock {
  /** From the time since this process began, which nobody sets, to that of the database. */
  #ahead: number | null = null

  /** Milliseconds since 1970. */
  now(): number {
    return this.#ahead === null ? Date.now() : Math.round(performance.now() + this.#ahead)
  }

  /** Takes what the database said. Nobody can tell when within the answer's way it was said, so that less than that changes nothing. */
  learn({ at, askedAt, answeredAt }: TimeTold): void {
    const unsure = (answeredAt - askedAt) / 2
    const ahead = at - (askedAt + unsure)
    if (this.#ahead === null || Math.abs(ahead - this.#ahead) > unsure) this.#ahead = ahead
  }
}
