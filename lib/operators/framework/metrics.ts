/** What a controller does and has done since the process started. */
export interface ControllerMetrics {
  /** Keys that wait for their turn. */
  readonly depth: number
  /** Keys that have a later look, or another try, before them. */
  readonly scheduled: number
  readonly working: number
  /** How long the run that has been under way longest takes by now; 0 when none is. */
  readonly longestRunMs: number
  /** Times a key was added, also where it was there already. */
  readonly adds: number
  /** Runs that came to an end, in whatever way. */
  readonly runs: number
  /** Runs that threw and are tried again. */
  readonly retries: number
  /** Of those, the ones that are somebody's fault: a conflict of versions is not. */
  readonly errors: number
  /** From being added, or due, to the begin of the run. */
  readonly queueLatency: Distribution
  readonly workDuration: Distribution
}

/** How often a duration was at most so long, as Prometheus counts it: each bucket holds those of the smaller ones too. */
export interface Distribution {
  readonly count: number
  readonly sumMs: number
  readonly buckets: readonly { readonly atMostMs: number; readonly count: number }[]
}

/** Counts for one work queue. */
export class QueueMeter {
  readonly #latency = new Histogram()
  readonly #duration = new Histogram()
  #adds = 0
  #retries = 0
  #errors = 0

  added(): void {
    this.#adds++
  }

  began(waitedMs: number): void {
    this.#latency.observe(waitedMs)
  }

  ended(tookMs: number): void {
    this.#duration.observe(tookMs)
  }

  failed(isConflict: boolean): void {
    this.#retries++
    if (!isConflict) this.#errors++
  }

  snapshot(): Pick<ControllerMetrics, 'adds' | 'runs' | 'retries' | 'errors' | 'queueLatency' | 'workDuration'> {
    const workDuration = this.#duration.snapshot()
    return {
      adds: this.#adds,
      runs: workDuration.count,
      retries: this.#retries,
      errors: this.#errors,
      queueLatency: this.#latency.snapshot(),
      workDuration,
    }
  }
}

/** Upper bounds in milliseconds: from what a cache answers to what hangs. */
const BOUNDS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000] as const

class Histogram {
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
