import { isIPv6 } from 'node:net'
import { RateSketch } from '#lib/http/rate-sketch.ts'

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
  const requests = limitOf({ user: settings.requestsPerUser, address: settings.requestsPerAddress }, now)
  const bytes = limitOf({ user: settings.bytesPerUser, address: settings.bytesPerAddress }, now)
  return {
    /** Counts a request. Out: 0 when it may pass, else after how many seconds its sender may retry. */
    wait: (sender: Sender) => requests(sender, 1),
    /** The same for the body of a request that passed. */
    waitForBody: (sender: Sender, length: number) => (length === 0 ? 0 : bytes(sender, length)),
  }
}

function limitOf(perMinute: { readonly user: number; readonly address: number }, now: () => number) {
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
