/** How often a duration was at most so long, as Prometheus counts it: each bucket holds those of the smaller ones too. */
export interface Distribution {
  readonly count: number
  readonly sumMs: number
  readonly buckets: readonly { readonly atMostMs: number; readonly count: number }[]
}

/** Upper bounds in milliseconds: from what a cache answers to what hangs. */
const BOUNDS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000] as const

export class Histogram {
  readonly #counts = BOUNDS.map(() => 0)
  #count = 0
  #sumMs = 0

  observe(ms: number): void {
    this.#count++
    this.#sumMs += ms
    const index = BOUNDS.findIndex(bound => ms <= bound)
    if (index !== -1) this.#counts[index] = (this.#counts[index] ?? 0) + 1
  }

  snapshot(): Distribution {
    let count = 0
    const buckets = BOUNDS.map((atMostMs, index) => {
      count += this.#counts[index] ?? 0
      return { atMostMs, count }
    })
    return { count: this.#count, sumMs: this.#sumMs, buckets }
  }
}
