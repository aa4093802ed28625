import type { Clock } from '#embedded-garden/clock.ts'

type ThrottleClock = Pick<Clock, 'now' | 'sleep'>

interface ThrottleOptions {
  readonly perSecond: number
  readonly burst: number
}

/** Limits of client-go, with which Gardener's API server asks kube-apiserver (measured: 5 binding writes at once, then 2.5 a second). */
const CLIENT_GO: ThrottleOptions = { perSecond: 5, burst: 10 }

/** A token bucket shared by all callers; tokens are handed out in the order they were asked for. */
export class Throttle {
  readonly #clock: ThrottleClock
  readonly #options: ThrottleOptions
  #enabled: boolean
  /** Tokens left at #at; negative when some are promised to callers that still wait. */
  #tokens: number
  #at: number

  constructor(clock: ThrottleClock, enabled: boolean, options: ThrottleOptions = CLIENT_GO) {
    this.#clock = clock
    this.#enabled = enabled
    this.#options = options
    this.#tokens = options.burst
    this.#at = clock.now().getTime()
  }

  /** Switches the limit on, with a full bucket, or off. */
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
