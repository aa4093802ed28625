import { GardenError } from '#lib/garden/client/garden-error.ts'
import { type BackOff, createBackOff } from '#lib/util/retry.ts'

/** A reflector's reaction to a failure. */
interface Retry {
  readonly waitMs: number
  /** Error of the source until the retry. */
  readonly report: GardenError
}

interface FailedRequest {
  /** The source completed a list before. */
  readonly wasLive: boolean
  /** The failed request is a list, not a watch. */
  readonly isList: boolean
}

/**
 * A restarting API server refuses all users for a second or two (401, 403): this number of refusals
 * is retried soon.
 */
const QUICK_REFUSALS = 6

/** Interval of retries for a missing permission. */
const REFUSED_RETRY_MS = 60_000

/**
 * Maximum delay while the server is unavailable: a failed attempt costs it nothing, and its return
 * shows in time.
 */
const AWAY_RETRY_MS = 2_000

/** Decides when a reflector retries, and which error it reports until then. */
export class RetryPolicy {
  readonly #random: () => number
  /** Delays while the server is unavailable. */
  readonly #away: BackOff
  /** Delays for a server that answers, which each retry loads. An earlier outage does not extend them. */
  readonly #loaded: BackOff
  #refusals = 0
  #expiries = 0

  constructor(random: () => number) {
    this.#random = random
    this.#away = createBackOff(random, { firstMs: 500, maxMs: AWAY_RETRY_MS })
    this.#loaded = createBackOff(random)
  }

  after(error: GardenError, { wasLive, isList }: FailedRequest): Retry {
    if (error.kind === 'gone' && this.#expiries++ === 0) {
      // An outage is the likely cause, and over. A second expiry in a row has another cause.
      this.#reset()
      return { waitMs: 0, report: error }
    }
    if (error.kind === 'forbidden' || error.kind === 'unauthenticated') {
      this.#refusals++
      if (this.#refusals <= QUICK_REFUSALS) {
        const report = wasLive ? refusedForNow(error) : error
        return { waitMs: this.#away.next(), report }
      }
      if (error.kind === 'forbidden') return { waitMs: REFUSED_RETRY_MS * (0.9 + this.#random() / 5), report: error }
    }
    if (isAway(error, isList)) {
      // Answers after the outage are independent of those before.
      this.#refusals = 0
      this.#expiries = 0
      return { waitMs: this.#away.next(error.retryAfterMs ?? 0), report: error }
    }
    // A server with empty caches announces when it is ready: 429 with Retry-After (kube-apiserver
    // from 1.32).
    const isPaced = error.kind === 'throttled' && error.retryAfterMs !== null
    const waits = isPaced ? this.#away : this.#loaded
    return { waitMs: waits.next(error.retryAfterMs ?? 0), report: error }
  }

  /** A watch opened: the role permits it. */
  opened(): void {
    this.#refusals = 0
  }

  /** A watch lasted: the server has its versions. `isHealthy`: the next failure is unrelated to the last. */
  lived(isHealthy: boolean): void {
    this.#expiries = 0
    if (isHealthy) this.#reset()
  }

  #reset(): void {
    this.#away.reset()
    this.#loaded.reset()
  }
}

/**
 * Whether the server or the network is down, so that a request costs it nothing. A list that times
 * out costs much.
 */
function isAway({ kind, status }: GardenError, isList: boolean): boolean {
  if (kind === 'unavailable') return status === 502 || status === 503 || status === 403
  return kind === 'unreachable' || (kind === 'timeout' && !isList)
}

/** Error of a source that was live: a permission may be missing, but a restart is more likely. */
function refusedForNow({ doing, status }: GardenError): GardenError {
  const because = `the server refuses the console (${status}), as it does for a moment while it starts. The console retries.`
  return new GardenError({ kind: 'unavailable', doing, because, ...(status !== null && { status }) })
}
