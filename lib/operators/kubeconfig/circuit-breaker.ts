import { GardenError } from '#lib/garden/client/garden-error.ts'
import { type BackOffBounds, backOffMs } from '#lib/util/retry.ts'

/** Monotonic milliseconds. */
type Ticks = () => number

interface OpenCircuit {
  readonly failure: GardenError
  /** No run tries the cluster before this time. */
  readonly until: number
  readonly retries: number
  /** The run that tests the cluster; null without one. */
  trying: object | null
}

/** Faster failures cost little and are brief where a server only restarts. */
const SLOW_MS = 1_000
const QUIET: BackOffBounds = { firstMs: 15_000, maxMs: 300_000 }
/** Wait of other runs during a test. */
const TRIAL_MS = 15_000
/** Concurrent tests, so that many unresponsive clusters leave workers to the others. */
const MAX_TRIALS = 2
/** Unused entries expire, since their Secret may have changed or their requests are gone. */
const FORGET_MS = 3_600_000

/**
 * Circuit breaker per cluster. Each call to an unresponsive cluster costs its whole time limit and
 * occupies one of the few workers, so many requests for it would delay those for all other
 * clusters. An open circuit rejects runs for a while, then lets one run test the cluster.
 */
export class CircuitBreaker {
  readonly #ticks: Ticks
  readonly #circuits = new Map<string, OpenCircuit>()

  constructor(ticks: Ticks = () => performance.now()) {
    this.#ticks = ticks
  }

  /**
   * Called before a run uses a cluster. Throws GardenError, the last failure, while the circuit is
   * open.
   */
  enter(cluster: string, run: object): void {
    const circuit = this.#circuits.get(cluster)
    if (circuit === undefined || circuit.trying === run) return
    const waitMs = circuit.trying === null ? Math.max(circuit.until - this.#ticks(), this.#turnMs()) : TRIAL_MS
    if (waitMs > 0) throw openCircuitError(circuit.failure, waitMs)
    circuit.trying = run
  }

  #turnMs(): number {
    const trials = [...this.#circuits.values()].filter(({ trying }) => trying !== null)
    return trials.length < MAX_TRIALS ? 0 : TRIAL_MS
  }

  /** Records an answer, which closes the circuit. */
  answered(cluster: string): void {
    this.#circuits.delete(cluster)
  }

  /** Records a failure; `tookMs` is the duration of the call. */
  failed(cluster: string, error: GardenError, tookMs: number): void {
    if (error.kind !== 'timeout' && !(error.kind === 'unreachable' && tookMs >= SLOW_MS)) {
      // A refusal proves that the cluster responds.
      this.answered(cluster)
      return
    }
    const now = this.#ticks()
    const before = this.#circuits.get(cluster)
    // Concurrent runs report the same outage.
    if (before !== undefined && before.until > now) return
    const retries = before === undefined ? 0 : before.retries + 1
    for (const [key, { until }] of this.#circuits) if (until + FORGET_MS < now) this.#circuits.delete(key)
    this.#circuits.set(cluster, { failure: error, until: now + backOffMs(retries, QUIET), retries, trying: null })
  }

  /** Called at the end of each run. */
  leave(cluster: string, run: object): void {
    const circuit = this.#circuits.get(cluster)
    if (circuit?.trying === run) circuit.trying = null
  }
}

/**
 * Repeats the message of the failure, so that neither conditions nor events change; a rejected run
 * sent nothing.
 */
function openCircuitError({ kind, doing, because }: GardenError, retryAfterMs: number): GardenError {
  return new GardenError({ kind, doing, because, retryAfterMs: Math.ceil(retryAfterMs) })
}
