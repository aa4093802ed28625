/** Writes Gardener's API server answers at once before it begins to space them (measured: 5). */
const BURST = 5

/** How many writes may start now: a bucket that fills evenly and holds what the server takes at once. */
export class TokenBucket {
  readonly #perMs: number
  readonly #clock: () => number
  #tokens = BURST
  #at: number

  /** `perSecond` 0 = no limit. */
  constructor(perSecond: number, clock: () => number) {
    this.#perMs = perSecond / 1000
    this.#clock = clock
    this.#at = clock()
  }

  get perSecond(): number {
    return this.#perMs * 1000
  }

  /** Tokens there are beyond `reserve`; negative when fewer. */
  beyond(reserve: number): number {
    const now = this.#clock()
    this.#tokens = Math.min(BURST, this.#tokens + (now - this.#at) * this.#perMs)
    this.#at = now
    return this.#tokens - reserve
  }

  /** Milliseconds until a token beyond `reserve` is there. */
  wait(reserve: number): number {
    if (this.#perMs === 0) return 0
    const lacking = 1 - this.beyond(reserve)
    return lacking <= 0 ? 0 : Math.ceil(lacking / this.#perMs)
  }

  take(): void {
    if (this.#perMs > 0) this.#tokens = this.beyond(0) - 1
  }
}
