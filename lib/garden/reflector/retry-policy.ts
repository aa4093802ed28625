import { GardenError } from '#lib/garden/client/garden-error.ts'
import { type BackOff, createBackOff } from '#lib/util/retry.ts'

/** What a reflector does after a failure. */
interface Retry {
  readonly waitMs: number
  /** The error that the source shows while it waits. */
  readonly report: GardenError
}

interface FailedRequest {
  /** The source has completed a list before. */
  readonly wasLive: boolean
  /** The request that failed is a list, not a watch. */
  readonly isList: boolean
}

/** An API server that restarts refuses everybody for a second or two (401, 403): so many refusals are retried soon. */
const QUICK_REFUSALS = 6

/** A missing permission is retried this often. */
const REFUSED_RETRY_MS = 60_000

/** Longest wait while the server is away: a failed attempt costs it nothing, and its return is noticed in time. */
const AWAY_RETRY_MS = 2_000

/** Decides when a reflector retries, and what it reports until then. */
export class RetryPolicy {
  readonly #random: () => number
  /** Waits while the server is away. */
  readonly #away: BackOff
  /** Waits of a server that answers, to which each retry adds load. An outage before does not lengthen them. */
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
      // An outage is the likely cause, and it is over. A server that calls the next version expired too has another fault.
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
      // What the server answers once it is back says nothing about the answers before.
      this.#refusals = 0
      this.#expiries = 0
      return { waitMs: this.#away.next(error.retryAfterMs ?? 0), report: error }
    }
    // A server whose caches are not filled yet says when it will be ready: 429 with Retry-After (kube-apiserver from 1.32).
    const isPaced = error.kind === 'throttled' && error.retryAfterMs !== null
    const waits = isPaced ? this.#away : this.#loaded
    return { waitMs: waits.next(error.retryAfterMs ?? 0), report: error }
  }

  /** A watch was opened: the role allows it. */
  opened(): void {
    this.#refusals = 0
  }

  /** A watch lived for a while: the server keeps its versions. `isHealthy`: the next failure has nothing to do with the last. */
  lived(isHealthy: boolean): void {
    this.#expiries = 0
    if (isHealthy) this.#reset()
  }

  #reset(): void {
    this.#away.reset()
    this.#loaded.reset()
  }
}

/** Whether the server, or the way to it, is down, so that a request costs it nothing. A list that times out costs it much. */
function isAway({ kind, status }: GardenError, isList: boolean): boolean {
  if (kind === 'unavailable') return status === 502 || status === 503 || status === 403
  return kind === 'unreachable' || (kind === 'timeout' && !isList)
}

/** The error of a source that was live: a permission may be missing, but a restart is the likely cause. */
function refusedForNow({ doing, status }: GardenError): GardenError {
  const because = `the server refuses the console (${status}), as it does for a moment while it starts. The console retries.`
  return new GardenError({ kind: 'unavailable', doing, because, ...(status !== null && { status }) })
}
