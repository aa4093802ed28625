import { performance } from 'node:perf_hooks'
import { networkOf } from '#lib/http/request-origin.ts'
import type { HttpEnd } from '#lib/telemetry/http-requests.ts'

const WINDOW_MS = 60_000
/** Lines in a window for one sender, and for all. */
const MAX_PER_SENDER = 10
const MAX_LINES = 600

/** Statuses of requests that are refused because of who sends them, or how many. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 421, 429])

/** Whether a request was refused because of its sender; such reads are logged too. */
export function isRefused({ status }: Pick<HttpEnd, 'status'>): boolean {
  return REFUSED.has(status)
}

/** Bounds the log of refused requests, of which anybody can cause any number. */
export class RefusedRequestLimit {
  readonly #now: () => number
  readonly #lines = new Map<string, number>()
  #startedAt = -Infinity
  #written = 0
  #omitted = 0

  /** `now`: a monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** The number of lines that were omitted before this one; null if this one is omitted too. */
  take({ address, user }: Pick<HttpEnd, 'address' | 'user'>): number | null {
    const now = this.#now()
    if (now - this.#startedAt >= WINDOW_MS) {
      this.#startedAt = now
      this.#written = 0
      this.#lines.clear()
    }
    const sender = JSON.stringify([user, networkOf(address)])
    const lines = this.#lines.get(sender) ?? 0
    if (lines >= MAX_PER_SENDER || this.#written >= MAX_LINES) {
      this.#omitted++
      return null
    }
    this.#lines.set(sender, lines + 1)
    this.#written++
    const omitted = this.#omitted
    this.#omitted = 0
    return omitted
  }
}
