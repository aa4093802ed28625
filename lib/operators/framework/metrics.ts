/** State and counters of a controller since the process started. */
export interface ControllerMetrics {
  /** Keys that wait for a worker. */
  readonly depth: number
  /** Keys with a scheduled requeue or retry. */
  readonly scheduled: number
  readonly working: number
  /** Duration of the longest running run; 0 without one. */
  readonly longestRunMs: number
  /** Adds of keys, including keys that were waiting already. */
  readonly adds: number
  /** Finished runs, successful or not. */
  readonly runs: number
  /** Failed runs, which the queue retries. */
  readonly retries: number
  /** Failed runs without those that met a conflict of versions. */
  readonly errors: number
  /** Time from the add, or from the due time, to the start of the run. */
  readonly queueLatency: Distribution
  readonly workDuration: Distribution
}

/** Distribution of durations with cumulative buckets, as Prometheus counts them. */
export interface Distribution {
  readonly count: number
  readonly sumMs: number
  readonly buckets: readonly { readonly atMostMs: number; readonly count: number }[]
}

/** Counters of one work queue. */
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

/** Upper bounds in milliseconds: from a cached answer to a hanging call. */
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
