import { createHash, randomBytes } from 'node:crypto'
import { networkOf } from './request-origin.ts'

/** The sender of a request, as known before authorisation. */
export interface Sender {
  /** Address of the client; see `openGate`. */
  readonly address: string
  /** Id of the user of the session; null without a session. */
  readonly user: string | null
  /** Whether the request has `Authorization`; the token is not yet validated. */
  readonly isProgram: boolean
}

interface RateLimits {
  /** Requests a minute of a user; 0 = no limit. */
  readonly requestsPerUser: number
  /** Requests a minute from an address without a session; 0 = no limit. */
  readonly requestsPerAddress: number
  /** Bytes of bodies a minute of a user; 0 = no limit. */
  readonly bytesPerUser: number
  /** Bytes of bodies a minute from an address without a session; 0 = no limit. */
  readonly bytesPerAddress: number
}

/**
 * Limits requests and bytes of bodies: by user with a session, otherwise by address. Programs with a token count by address with the limits
 * of a user. `now`: a monotonic clock in milliseconds; a clock that is set back would block all senders.
 */
export function createRateLimits(settings: RateLimits, now: () => number = () => performance.now()) {
  const requests = createLimit({ user: settings.requestsPerUser, address: settings.requestsPerAddress }, now)
  const bytes = createLimit({ user: settings.bytesPerUser, address: settings.bytesPerAddress }, now)
  return {
    /** Counts a request. Returns 0 when it may pass, else the seconds until a retry. */
    wait: (sender: Sender) => requests(sender, 1),
    /** Counts the body of a request that passed. Returns 0 when it may pass, else the seconds until a retry. */
    waitForBody: (sender: Sender, length: number) => (length === 0 ? 0 : bytes(sender, length)),
  }
}

function createLimit(perMinute: { readonly user: number; readonly address: number }, now: () => number) {
  const users = new RateSketch()
  const addresses = new RateSketch()
  const seconds = (sketch: RateSketch, key: string, limit: number, cost: number) =>
    limit === 0 ? 0 : Math.ceil(sketch.take(key, { perMinute: limit, burst: limit }, now(), cost) / 1_000)
  return ({ user, isProgram, address }: Sender, cost: number): number => {
    if (user !== null) return seconds(users, `user ${user}`, perMinute.user, cost)
    if (isProgram) return seconds(users, `program at ${networkOf(address)}`, perMinute.user, cost)
    return seconds(addresses, networkOf(address), perMinute.address, cost)
  }
}

const ROWS = 8
const SLOTS_PER_ROW = 8_192

interface Rate {
  /** Long-term rate. */
  readonly perMinute: number
  /** Requests at once after an idle period. */
  readonly burst: number
}

/**
 * A rate limiter (GCRA) for any number of keys in fixed memory, 512 kB. No key is evicted, so that a flood of other keys cannot reset a
 * limit. Like a count-min sketch it has rows of slots: a keyed hash assigns each key one slot in each row, and a slot holds the theoretical
 * arrival time. A key is limited too early only if it shares its slot with a busy key in every row: with a thousand busy keys,
 * three keys in a hundred million.
 */
export class RateSketch {
  readonly #rows = Array.from({ length: ROWS }, () => new Float64Array(SLOTS_PER_ROW))
  readonly #seed = randomBytes(16)

  /**
   * Counts a request with a `cost` at the time `now` in milliseconds. Returns 0 when it may pass, else the milliseconds until a retry.
   * A request that costs more than a burst never passes.
   */
  take(key: string, { perMinute, burst }: Rate, now: number, cost = 1): number {
    const interval = 60_000 / perMinute
    const increment = interval * cost
    const slots = this.#slotsOf(key)
    const arrivalTime = Math.max(now, Math.min(...this.#rows.map((row, index) => row[slots[index] ?? 0] ?? 0)))
    const wait = arrivalTime + increment - (now + interval * burst)
    // Tolerates rounding errors.
    if (wait > 1e-6) return wait
    for (const [index, row] of this.#rows.entries()) {
      const slot = slots[index] ?? 0
      row[slot] = Math.max(row[slot] ?? 0, arrivalTime + increment)
    }
    return 0
  }

  #slotsOf(key: string): readonly number[] {
    const digest = createHash('sha256').update(this.#seed).update(key).digest()
    return this.#rows.map((_, index) => digest.readUInt32LE(index * 4) % SLOTS_PER_ROW)
  }
}
