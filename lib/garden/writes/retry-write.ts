import { setTimeout as delay } from 'node:timers/promises'
import { GardenError, isConflict } from '#lib/garden/client/garden-error.ts'
import { type BackOff, createBackOff, retry } from '#lib/util/retry.ts'

interface CasWrite<T> {
  /** The object as the caller read it, and decided on it. */
  readonly seen: T
  /** Writes under the resourceVersion, and the uid, of the object. Throws GardenError, `conflict` for another version. */
  readonly write: (current: T) => Promise<unknown>
  /** After a conflict: reads the object and decides again. Null when nothing is left to write, as for another uid. */
  readonly decide: () => Promise<T | null>
  readonly maxAttempts: number
}

/**
 * Compare and swap of one object: a write under its version, and after a conflict a new decision on the version that won. Any other
 * error ends it, as it may leave the write in doubt. Throws what `write` and `decide` throw, and the last conflict.
 */
export async function casWrite<T>({ seen, write, decide, maxAttempts }: CasWrite<T>): Promise<void> {
  let current: T | null = seen
  for (let attempt = 1; current !== null; attempt++) {
    try {
      await write(current)
      return
    } catch (error) {
      if (!isConflict(error) || attempt >= maxAttempts) throw error
    }
    current = await decide()
  }
}

export interface Timing {
  readonly clock: () => number
  readonly random: () => number
  readonly sleep: (ms: number) => Promise<unknown>
  /** Milliseconds one request may take; Gardener's own throttle lets a burst wait for more than 10 s. */
  readonly attemptMs: number
  /** Milliseconds after the first failure in which it is tried again. */
  readonly withinMs: number
}

export const SYSTEM_TIMING: Timing = {
  clock: () => performance.now(),
  random: Math.random,
  sleep: delay,
  attemptMs: 60_000,
  withinMs: 90_000,
}

/** Waits between tries, until the time is over. */
export class RetryBudget {
  readonly #timing: Timing
  readonly #withinMs: number
  readonly #backOff: BackOff
  #until: number | null = null

  constructor(timing: Timing, withinMs = timing.withinMs) {
    this.#timing = timing
    this.#withinMs = withinMs
    this.#backOff = createBackOff(timing.random)
  }

  /** Waits for the next try, and at least as long as the server asked; false, at once, when there is no time for another. */
  async another(atLeastMs = 0): Promise<boolean> {
    const now = this.#timing.clock()
    const wait = this.#backOff.next(atLeastMs)
    this.#until ??= now + this.#withinMs
    if (now + wait > this.#until) return false
    await this.#timing.sleep(wait)
    return true
  }
}

/**
 * Whether the very same request may succeed later. Narrower than GardenError.isTransient: after a conflict (409) or an expired
 * version (410) only a request for another version does.
 */
export function isRepeatable(error: GardenError): boolean {
  return error.isTransient && error.kind !== 'conflict' && error.kind !== 'gone'
}

/** Does what changes nothing, again and again while that may help. Throws the last GardenError. */
export async function retryWithin<T>(patience: RetryBudget, work: () => Promise<T>): Promise<T> {
  return retry(work, async error => {
    if (!(error instanceof GardenError)) throw error
    // An answer that makes no sense may come from a proxy.
    const mayHelp = isRepeatable(error) || error.certainty === 'unknown'
    if (!mayHelp || !(await patience.another(error.retryAfterMs ?? 0))) throw error
  })
}
