import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { RateSketch } from '#lib/http/rate-sketch.ts'
import type { Sender } from '#lib/http/request-pace.ts'

interface PaceSettings {
  /** Requests a minute of a user; 0 = no limit. */
  readonly perUser: number
  /** Requests a minute from an address, of whoever is not signed in; 0 = no limit. */
  readonly perAddress: number
  /** Id of the user a cookie signs in; null = nobody. */
  userOf(cookie: string): Promise<string | null>
}

/** How long a cookie is taken for whose it was: it only says whose count a request goes on. */
const KNOWN_MS = 60_000
const MOST_KNOWN = 2_000

/**
 * Counts requests: of who is signed in by user, of anybody else by address. Programs with a token count by address too, at the pace of a
 * user: whose token it is, and whether it is one, is not known yet. `now`: milliseconds by a clock that nobody sets, as one put back would
 * make everybody wait until it has caught up.
 */
export function keepPace({ perUser, perAddress, userOf }: PaceSettings, now: () => number = () => performance.now()) {
  const users = new RateSketch()
  const addresses = new RateSketch()
  const known = new Map<string, { readonly user: string; readonly until: number }>()

  async function userNow(cookie: string): Promise<string | null> {
    const key = createHash('sha256').update(cookie).digest('base64')
    const before = known.get(key)
    if (before && before.until > now()) return before.user
    known.delete(key)
    const user = await userOf(cookie)
    if (user === null) return null
    const [oldest] = known.keys()
    if (known.size >= MOST_KNOWN && oldest !== undefined) known.delete(oldest)
    known.set(key, { user, until: now() + KNOWN_MS })
    return user
  }

  async function wait({ address, cookie, authorization }: Sender): Promise<number> {
    const user = cookie === null ? null : await userNow(cookie)
    if (user !== null) return seconds(users, `user ${user}`, perUser)
    if (authorization !== null) return seconds(users, `program at ${networkOf(address)}`, perUser)
    return seconds(addresses, networkOf(address), perAddress)
  }

  const seconds = (sketch: RateSketch, key: string, perMinute: number) =>
    perMinute === 0 ? 0 : Math.ceil(sketch.take(key, { perMinute, burst: perMinute }, now()) / 1_000)

  return { wait }
}

/** Of IPv6 the first 64 bits: whoever has one address of such a network has all of them. */
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
