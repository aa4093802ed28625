import type { Clock } from '#embedded-garden/clock.ts'

type ThrottleClock = Pick<Clock, 'now' | 'sleep'>

interface ThrottleOptions {
  readonly perSecond: number
  readonly burst: number
}

/** Limits of client-go in Gardener's API server (measured: a burst of 5 binding writes, then 2.5 per second). */
const CLIENT_GO: ThrottleOptions = { perSecond: 5, burst: 10 }

/** A token bucket shared by all callers. Callers get tokens in the order of their requests. */
export class Throttle {
  readonly #clock: ThrottleClock
  readonly #options: ThrottleOptions
  #enabled: boolean
  /** Tokens left at #at; negative while callers wait for tokens that are reserved for them. */
  #tokens: number
  #at: number

  constructor(clock: ThrottleClock, enabled: boolean, options: ThrottleOptions = CLIENT_GO) {
    this.#clock = clock
    this.#enabled = enabled
    this.#options = options
    this.#tokens = options.burst
    this.#at = clock.now().getTime()
  }

  /** Enables the limit, with a full bucket, or disables it. */
  switch(enabled: boolean): void {
    this.#enabled = enabled
    this.#tokens = this.#options.burst
    this.#at = this.#clock.now().getTime()
  }

  /** Resolves when `tokens` are granted. */
  async take(tokens: number): Promise<void> {
    if (!this.#enabled) return
    const now = this.#clock.now().getTime()
    const refilled = this.#tokens + ((now - this.#at) * this.#options.perSecond) / 1000
    this.#tokens = Math.min(this.#options.burst, refilled) - tokens
    this.#at = now
    if (this.#tokens < 0) await this.#clock.sleep((-this.#tokens * 1000) / this.#options.perSecond)
  }
}
