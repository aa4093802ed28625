import { createHash, randomBytes } from 'node:crypto'

const ROWS = 8
const SLOTS = 8_192

interface Rate {
  /** How many a minute, over time. */
  readonly perMinute: number
  /** How many at once, by somebody who was quiet for a minute. */
  readonly burst: number
}

/**
 * Says who has to wait, in 512 kB whoever asks how often: nobody is forgotten to make room, so that no flood of other names resets a
 * count. A key has a slot in each row, found by a hash nobody outside can foresee; a slot holds until when what was asked is paid for
 * (the theoretical arrival time of GCRA). Only who shares a slot in every row with others is slowed down by them: of a thousand names at
 * work at once, three in a hundred million.
 */
export class RateSketch {
  readonly #rows = Array.from({ length: ROWS }, () => new Float64Array(SLOTS))
  readonly #seed = randomBytes(16)

  /**
   * Counts a request of so much `cost` that arrives at `now`, in milliseconds. Out: 0 when it may pass, else how many milliseconds later it
   * may. What costs more than a burst never passes.
   */
  take(key: string, { perMinute, burst }: Rate, now: number, cost = 1): number {
    const every = 60_000 / perMinute
    const price = every * cost
    const slots = this.#slotsOf(key)
    const paidUntil = Math.max(now, Math.min(...this.#rows.map((row, index) => row[slots[index] ?? 0] ?? 0)))
    const wait = paidUntil + price - (now + every * burst)
    // A hair of a millisecond is the arithmetic's own.
    if (wait > 1e-6) return wait
    for (const [index, row] of this.#rows.entries()) {
      const slot = slots[index] ?? 0
      row[slot] = Math.max(row[slot] ?? 0, paidUntil + price)
    }
    return 0
  }

  #slotsOf(key: string): readonly number[] {
    const digest = createHash('sha256').update(this.#seed).update(key).digest()
    return this.#rows.map((_, index) => digest.readUInt32LE(index * 4) % SLOTS)
  }
}
