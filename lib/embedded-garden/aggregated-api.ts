import type { Clock } from './clock.ts'

/** kube-apiserver notices an outage, and the end of one, by probes every few seconds. */
const PROBE_MS = 5_000

/** Whether Gardener's API server runs behind the aggregation layer. Tests may stop it. */
export class AggregatedApi {
  readonly #clock: Clock
  readonly #onStop = new Set<() => void>()
  #changedAt: number | null = null
  #running = true

  constructor(clock: Clock) {
    this.#clock = clock
  }

  stop(): void {
    if (!this.#running) return
    this.#running = false
    this.#changedAt = this.#clock.now().getTime()
    for (const listener of this.#onStop) listener()
  }

  start(): void {
    if (this.#running) return
    this.#running = true
    this.#changedAt = this.#clock.now().getTime()
  }

  /** The text of the 503 answer, or null while the API is up. */
  outage(): string | null {
    const noticed = this.#changedAt === null || this.#clock.now().getTime() - this.#changedAt >= PROBE_MS
    if (this.#running) return noticed ? null : 'service unavailable\n'
    return noticed ? 'service unavailable\n' : 'error trying to reach service: connection refused\n'
  }

  /** Calls `listener` when the API stops: open watches break then. */
  onStop(listener: () => void): () => void {
    this.#onStop.add(listener)
    return () => this.#onStop.delete(listener)
  }
}
