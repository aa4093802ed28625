import { createHash, randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** Who sends a request, as far as is known before it is answered. */
export interface Sender {
  /** Of the client; see openGate. */
  readonly address: string
  /** Id of the user whose session this is; null = nobody is signed in. */
  readonly user: string | null
  /** Whether the request has `Authorization`: whose token it is, and whether it is one, is not known yet. */
  readonly isProgram: boolean
}

interface RateLimits {
  /** Requests a minute of a user; 0 = no limit. */
  readonly requestsPerUser: number
  /** Requests a minute from an address, of those who are not signed in; 0 = no limit. */
  readonly requestsPerAddress: number
  /** Bytes of bodies a minute of a user; 0 = no limit. */
  readonly bytesPerUser: number
  /** Bytes of bodies a minute from an address, of those who are not signed in; 0 = no limit. */
  readonly bytesPerAddress: number
}

/**
 * Counts requests and the bytes of their bodies: of a user who is signed in by user, of all others by address. Programs with a token count by
 * address too, with the limits of a user. `now`: milliseconds by a clock that nobody sets; a clock that was put back would block everybody
 * until it has caught up.
 */
export function createRateLimits(settings: RateLimits, now: () => number = () => performance.now()) {
  const requests = createLimit({ user: settings.requestsPerUser, address: settings.requestsPerAddress }, now)
  const bytes = createLimit({ user: settings.bytesPerUser, address: settings.bytesPerAddress }, now)
  return {
    /** Counts a request. Out: 0 when it may pass, else after how many seconds its sender may retry. */
    wait: (sender: Sender) => requests(sender, 1),
    /** The same for the body of a request that passed. */
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

/** Of IPv6 the first 64 bits: a client with one address of such a network has all of them. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%', 1).join().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
  return groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}

const ROWS = 8
const SLOTS_PER_ROW = 8_192

interface Rate {
  /** How many a minute, over time. */
  readonly perMinute: number
  /** How many at once, by somebody who was quiet for a minute. */
  readonly burst: number
}

/**
 * Says who has to wait, in 512 kB whoever asks how often: nobody is forgotten to make room, so that no flood of other names resets a
 * count. A key has a slot in each row, found by a hash nobody outside can foresee; a slot holds until when what was asked is paid for
 * (the theoretical arrival time of GCRA). Only who shares a slot in every row with others is slowed down by them: of a thousand names at
 * work at once, three in a hundred million.
 */
export class RateSketch {
  readonly #rows = Array.from({ length: ROWS }, () => new Float64Array(SLOTS_PER_ROW))
  readonly #seed = randomBytes(16)

  /**
   * Counts a request of so much `cost` that arrives at `now`, in milliseconds. Out: 0 when it may pass, else how many milliseconds later it
   * may. What costs more than a burst never passes.
   */
  take(key: string, { perMinute, burst }: Rate, now: number, cost = 1): number {
    const every = 60_000 / perMinute
    const price = every * cost
    const slots = this.#slotsOf(key)
    const paidUntil = Math.max(now, Math.min(...this.#rows.map((row, index) => row[slots[index] ?? 0] ?? 0)))
    const wait = paidUntil + price - (now + every * burst)
    // A hair of a millisecond is the arithmetic's own.
    if (wait > 1e-6) return wait
    for (const [index, row] of this.#rows.entries()) {
      const slot = slots[index] ?? 0
      row[slot] = Math.max(row[slot] ?? 0, paidUntil + price)
    }
    return 0
  }

  #slotsOf(key: string): readonly number[] {
    const digest = createHash('sha256').update(this.#seed).update(key).digest()
    return this.#rows.map((_, index) => digest.readUInt32LE(index * 4) % SLOTS_PER_ROW)
  }
}
