export interface BackOff {
  /** Milliseconds to wait before the next try; grows with each call. `atLeastMs` is the server's own wish. */
  next(atLeastMs?: number): number
  reset(): void
}

const FIRST = 500
const MOST = 30_000

/** Exponential with jitter, 0.25 to 0.5 s at first and 15 to 30 s in the end, so that many clients do not return at once. */
export function createBackOff(random: () => number): BackOff {
  let tries = 0
  return {
    next(atLeastMs = 0) {
      const ceiling = Math.min(MOST, FIRST * 2 ** tries)
      tries = Math.min(tries + 1, 16)
      return atLeastMs + ceiling * (0.5 + random() / 2)
    },
    reset() {
      tries = 0
    },
  }
}
