export interface BackOff {
  /** Milliseconds to wait before the next try; grows with each call. `atLeastMs` is the server's own wish. */
  next(atLeastMs?: number): number
  reset(): void
}

interface Pauses {
  /** Milliseconds the first wait lasts at most. */
  readonly first: number
  /** Milliseconds any wait lasts at most, unless the server wishes more. */
  readonly most: number
}

const USUAL: Pauses = { first: 500, most: 30_000 }

/**
 * Exponential with jitter, from the half to the whole of what each wait lasts at most, so that many clients do not return at
 * once: usually 0.25 to 0.5 s at first and 15 to 30 s in the end.
 */
export function createBackOff(random: () => number, { first, most }: Pauses = USUAL): BackOff {
  let tries = 0
  return {
    next(atLeastMs = 0) {
      const ceiling = Math.min(most, first * 2 ** tries)
      tries = Math.min(tries + 1, 16)
      return atLeastMs + ceiling * (0.5 + random() / 2)
    },
    reset() {
      tries = 0
    },
  }
}
