import { setTimeout as delay } from 'node:timers/promises'
import { GardenError, isConflict } from '#lib/garden/client/garden-error.ts'
import { type BackOff, createBackOff, retry } from '#lib/util/retry.ts'

interface CasWrite<T> {
  /** The object that the caller read and decided on. */
  readonly seen: T
  /**
   * Writes under resourceVersion and uid of the object. Throws GardenError, `conflict` for another
   * version.
   */
  readonly write: (current: T) => Promise<unknown>
  /**
   * After a conflict: reads the object and decides again. Null when nothing is left to write, as
   * for another uid.
   */
  readonly decide: () => Promise<T | null>
  readonly maxAttempts: number
}

/**
 * Compare-and-swap of one object: writes under its version and decides again after a conflict. Any
 * other error ends it, since its outcome may be unknown. Throws what `write` and `decide` throw, and
 * the last conflict.
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
  /** Timeout of a request in milliseconds; Gardener's throttle delays a burst by more than 10 s. */
  readonly attemptMs: number
  /** Milliseconds of retries after the first failure. */
  readonly withinMs: number
}

export const SYSTEM_TIMING: Timing = {
  clock: () => performance.now(),
  random: Math.random,
  sleep: delay,
  attemptMs: 60_000,
  withinMs: 90_000,
}

/** Delays retries until their time budget is spent. */
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

  /**
   * Waits for the next retry, at least as long as the server asks; false, at once, when the budget
   * is spent.
   */
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
 * Whether the same request may succeed later. Narrower than GardenError.isTransient: after a
 * conflict (409) or an expired version (410) only a request for another version does.
 */
export function isRepeatable(error: GardenError): boolean {
  return error.isTransient && error.kind !== 'conflict' && error.kind !== 'gone'
}

/** Runs a read and retries it while that may help. Throws the last GardenError. */
export async function retryWithin<T>(patience: RetryBudget, work: () => Promise<T>): Promise<T> {
  return retry(work, async error => {
    if (!(error instanceof GardenError)) throw error
    // A senseless answer may come from a proxy.
    const mayHelp = isRepeatable(error) || error.certainty === 'unknown'
    if (!mayHelp || !(await patience.another(error.retryAfterMs ?? 0))) throw error
  })
}
