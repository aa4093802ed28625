import { setTimeout as delay } from 'node:timers/promises'
import { type Clock, systemClock } from '#embedded-garden/clock.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { ReflectorTiming } from '#lib/garden/reflector/reflector-options.ts'

/** Factor by which a quick clock shortens waits. */
export const SPEED = 20

/** A clock for a garden with short watches, fast shoots and quickly noticed outages. Its time of day is the real one. */
export const QUICK_CLOCK: Clock = {
  now: systemClock.now,
  sleep: ms => systemClock.sleep(ms / SPEED),
  schedule: (ms, task) => systemClock.schedule(ms / SPEED, task),
}

/** The timing of a reflector on a garden with a quick clock and short watches; it needs a `quickClient`. */
export const QUICK = {
  clock: () => performance.now() * SPEED,
  watchSeconds: [1, 2],
  endGraceMs: 6_000,
  sleep: async (ms: number, signal: AbortSignal) => {
    await delay(ms / SPEED, undefined, { signal }).catch(() => undefined)
  },
} satisfies Partial<ReflectorTiming>

/** Waits between the attempts of a write; `attemptMs` is real time. */
export const QUICK_WRITES = {
  clock: () => performance.now() * SPEED,
  sleep: (ms: number) => delay(ms / SPEED),
}

/** A write by QUICK_WRITES is retried for ten seconds. */
export const QUICK_PATIENCE_MS = 10_000 * SPEED

/** The time without contact after which a source is stale with QUICK; longer than any test. */
export const QUICK_STALE_MS = 60_000 * SPEED

/** The client with `SPEED` times shorter timeouts of watches and of reads with a timeout. */
export function quickClient(client: GardenClient): GardenClient {
  return {
    ...client,
    get: (place, { withinMs, ...options } = {}) =>
      client.get(place, { ...options, ...(withinMs !== undefined && { withinMs: withinMs / SPEED }) }),
    watch: (collection, options) => client.watch(collection, { ...options, silenceMs: options.silenceMs / SPEED }),
  }
}

/** A clock whose waits end when a test moves it. */
export class ManualClock implements Clock {
  #at: number
  #waits: { readonly dueAt: number; readonly task: () => void }[] = []

  constructor(at = Date.now()) {
    this.#at = at
  }

  /** Number of pending waits. */
  get waiting(): number {
    return this.#waits.length
  }

  now(): Date {
    return new Date(this.#at)
  }

  sleep(ms: number): Promise<void> {
    return new Promise(resolve => this.schedule(ms, resolve))
  }

  schedule(ms: number, task: () => void): () => void {
    const wait = { dueAt: this.#at + ms, task }
    this.#waits.push(wait)
    return () => {
      this.#waits = this.#waits.filter(other => other !== wait)
    }
  }

  /** Moves the clock; waits end in their order. */
  advance(ms: number): void {
    const until = this.#at + ms
    for (;;) {
      const [next] = this.#waits.filter(({ dueAt }) => dueAt <= until).toSorted((one, other) => one.dueAt - other.dueAt)
      if (!next) break
      this.#waits = this.#waits.filter(other => other !== next)
      this.#at = Math.max(this.#at, next.dueAt)
      next.task()
    }
    this.#at = until
  }
}
