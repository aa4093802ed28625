import { GardenError } from '#lib/garden/client/garden-error.ts'
import { type BackOffBounds, backOffMs, retry } from '#lib/util/retry.ts'
import type { ClaimClock } from './claim-context.ts'

const READ_BACK_OFF: BackOffBounds = { firstMs: 20, maxMs: 1_000 }

/** Between writes of one binding that others write too. */
export const WRITE_BACK_OFF: BackOffBounds = { firstMs: 5, maxMs: 640 }

/** The time of a call is over; recovery completes what it left. */
export class OutOfTimeError extends Error {
  override readonly name: string = 'OutOfTimeError'
}

/** The end of a call's time. */
export class Deadline {
  readonly #clock: ClaimClock
  readonly #end: number

  constructor(clock: ClaimClock, ms: number) {
    this.#clock = clock
    this.#end = clock.now() + ms
  }

  get isOver(): boolean {
    return this.#clock.now() >= this.#end
  }

  /** Milliseconds left, for a single request. Throws OutOfTimeError when there are none. */
  left(): number {
    const left = this.#end - this.#clock.now()
    if (left <= 0) throw new OutOfTimeError('The time of the call is over.')
    return left
  }

  /** Waits between the two bounds at random; not beyond the end. Throws OutOfTimeError when that has come. */
  async pause(least: number, most: number): Promise<void> {
    const wanted = least + (most - least) * this.#clock.random()
    await this.#clock.sleep(Math.min(wanted, this.left()))
    this.left()
  }

  /** Reads with retries until Gardener answers or the time is over. Permanent errors are thrown. */
  async persist<Result>(read: (withinMs: number) => Promise<Result>): Promise<Result> {
    return retry(
      async () => read(this.left()),
      async (error, retries) => {
        if (!(error instanceof GardenError) || !isTransient(error)) throw error
        const least = Math.max(error.retryAfterMs ?? 0, backOffMs(retries, READ_BACK_OFF))
        await this.pause(least, least * 2)
      },
    )
  }
}

/**
 * Whether a claim may succeed on a retry. Other than for GardenError.isTransient, an answer that makes no sense counts: it may
 * come from a proxy, and the caller of a claim retries until its own deadline.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof OutOfTimeError) return true
  return error instanceof GardenError && (error.isTransient || error.kind === 'unexpected')
}
