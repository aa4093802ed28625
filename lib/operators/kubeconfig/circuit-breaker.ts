import { GardenError } from '#lib/garden/client/garden-error.ts'
import { type BackOffBounds, backOffMs } from '#lib/util/retry.ts'

/** Time that only grows, milliseconds. */
type Ticks = () => number

interface Silence {
  readonly failure: GardenError
  /** Before it nobody tries. */
  readonly until: number
  readonly retries: number
  /** The one run that tries whether it answers again. */
  trying: object | null
}

/** What fails faster holds nobody up, and is soon over where a server only starts anew. */
const SLOW_MS = 1_000
const QUIET: BackOffBounds = { firstMs: 15_000, maxMs: 300_000 }
/** While somebody tries: as long as that may take. */
const TRIAL_MS = 15_000
/** Runs that try at once, of the few there are places for: with very many silent clusters the others go on all the same. */
const MAX_TRIALS = 2
/** What nobody asked for since then is forgotten: a Secret leads elsewhere by now, or its requests are gone. */
const FORGET_MS = 3_600_000

/**
 * Clusters that lately gave no answer. Each call to one costs its whole time limit, and there are few places to work at: with many
 * requests for such a cluster, those for all others would wait for hours. So it is left alone for a while, and then one run tries.
 */
export class CircuitBreaker {
  readonly #ticks: Ticks
  readonly #silences = new Map<string, Silence>()

  constructor(ticks: Ticks = () => performance.now()) {
    this.#ticks = ticks
  }

  /** To be called by a run before it calls a cluster. Throws GardenError, as the cluster would, where it is silent. */
  enter(cluster: string, run: object): void {
    const silence = this.#silences.get(cluster)
    if (silence === undefined || silence.trying === run) return
    const waitMs = silence.trying === null ? Math.max(silence.until - this.#ticks(), this.#turnMs()) : TRIAL_MS
    if (waitMs > 0) throw again(silence.failure, waitMs)
    silence.trying = run
  }

  #turnMs(): number {
    const trials = [...this.#silences.values()].filter(({ trying }) => trying !== null)
    return trials.length < MAX_TRIALS ? 0 : TRIAL_MS
  }

  answered(cluster: string): void {
    this.#silences.delete(cluster)
  }

  /** `tookMs`: what it cost to find out. */
  failed(cluster: string, error: GardenError, tookMs: number): void {
    if (error.kind !== 'timeout' && !(error.kind === 'unreachable' && tookMs >= SLOW_MS)) {
      // A refusal is an answer.
      this.answered(cluster)
      return
    }
    const now = this.#ticks()
    const before = this.#silences.get(cluster)
    // Runs that were there before it fell silent find that out together.
    if (before !== undefined && before.until > now) return
    const retries = before === undefined ? 0 : before.retries + 1
    for (const [key, { until }] of this.#silences) if (until + FORGET_MS < now) this.#silences.delete(key)
    this.#silences.set(cluster, { failure: error, until: now + backOffMs(retries, QUIET), retries, trying: null })
  }

  /** To be called when a run is over, whatever came of it. */
  leave(cluster: string, run: object): void {
    const silence = this.#silences.get(cluster)
    if (silence?.trying === run) silence.trying = null
  }
}

/** The same words each time, so that neither conditions nor events change; whatever was sent then, nothing is now. */
function again({ kind, doing, because }: GardenError, retryAfterMs: number): GardenError {
  return new GardenError({ kind, doing, because, retryAfterMs: Math.ceil(retryAfterMs) })
}
