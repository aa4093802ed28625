/** Bounds of an exponential back-off in milliseconds; each caller states its own. */
export interface BackOffBounds {
  readonly firstMs: number
  readonly maxMs: number
}

/** Milliseconds before a retry, without jitter: `firstMs` before the first one (0), then twice as long each time, up to `maxMs`. */
export function backOffMs(retries: number, { firstMs, maxMs }: BackOffBounds): number {
  return Math.min(maxMs, firstMs * 2 ** Math.min(retries, 30))
}

/** A wait from the half to the whole of `ms`, so that many clients do not return at once. `random`: from 0 to 1. */
export function spread(ms: number, random: number): number {
  return ms * (0.5 + random / 2)
}

export interface BackOff {
  /** Milliseconds before the next retry; grows with each call. `atLeastMs` is the server's Retry-After. */
  next(atLeastMs?: number): number
  reset(): void
}

/** For requests to an API server: 0.25 to 0.5 s at first, 15 to 30 s in the end. */
const USUAL: BackOffBounds = { firstMs: 500, maxMs: 30_000 }

/** A back-off that counts its own retries, with the randomness of the caller. */
export function createBackOff(random: () => number, bounds: BackOffBounds = USUAL): BackOff {
  let retries = 0
  return {
    next(atLeastMs = 0) {
      return atLeastMs + spread(backOffMs(retries++, bounds), random())
    },
    reset() {
      retries = 0
    },
  }
}

/**
 * Runs `work` until it succeeds. `pause` gets each error with the number of retries so far: it waits, by the clock of the caller and
 * under its signal, before the next attempt, or throws to end the retries.
 */
export async function retry<Result>(
  work: () => Promise<Result>,
  pause: (error: unknown, retries: number) => Promise<unknown>,
): Promise<Result> {
  for (let retries = 0; ; retries++) {
    try {
      return await work()
    } catch (error) {
      await pause(error, retries)
    }
  }
}
