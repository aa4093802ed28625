import type { Clock } from './clock.ts'

/** Interval at which kube-apiserver probes the aggregated server, and so notices when it stops or starts. */
const PROBE_MS = 5_000

/** Whether Gardener's API server runs behind the aggregation layer. Tests may stop it. */
export class AggregatedApi {
  readonly #clock: Pick<Clock, 'schedule'>
  readonly #onStop = new Set<() => void>()
  #running = true
  /** Whether the server has stopped or started since the last probe. */
  #isNews = false
  #endNews = () => {}

  constructor(clock: Pick<Clock, 'schedule'>) {
    this.#clock = clock
  }

  stop(): void {
    if (!this.#running) return
    this.#change(false)
    for (const listener of this.#onStop) listener()
  }

  start(): void {
    if (this.#running) return
    this.#change(true)
  }

  /** The text of the 503 response, or null while the API is up. */
  outage(): string | null {
    if (this.#running) return this.#isNews ? 'service unavailable\n' : null
    return this.#isNews ? 'error trying to reach service: connection refused\n' : 'service unavailable\n'
  }

  /** Calls `listener` when the API stops, so that it can break open watches. */
  onStop(listener: () => void): () => void {
    this.#onStop.add(listener)
    return () => this.#onStop.delete(listener)
  }

  #change(running: boolean): void {
    this.#endNews()
    this.#running = running
    this.#isNews = true
    this.#endNews = this.#clock.schedule(PROBE_MS, () => {
      this.#isNews = false
    })
  }
}
