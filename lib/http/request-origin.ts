import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** Parses the addresses and CIDR ranges of trusted proxies. Returns null for an invalid entry. */
export function parseTrustedProxies(entries: readonly string[]): BlockList | null {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits, more] = entry.split('/')
    const family = familyOf(address)
    if (family === null || more !== undefined) return null
    if (bits === undefined) list.addAddress(address, family)
    else if (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 'ipv4' ? 32 : 128))
      list.addSubnet(address, Number(bits), family)
    else return null
  }
  return list
}

/**
 * The address of the client, from the address of the connection and `X-Forwarded-For`. Each proxy appends the address of its peer, so that
 * the list is read from its end while the writer of an entry is trusted; clients may forge the entries before.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, trusted: BlockList): string {
  let address = normalizeAddress(peer)
  const hops = (forwardedFor ?? '').split(',').map(hop => normalizeAddress(withoutPort(hop.trim())))
  while (isTrusted(address, trusted)) {
    const hop = hops.pop()
    if (hop === undefined || isIP(hop) === 0) break
    address = hop
  }
  return address
}

/** Whether an address is that of a trusted proxy. */
export function isTrusted(address: string, trusted: BlockList): boolean {
  const plain = normalizeAddress(address)
  const family = familyOf(plain)
  return family !== null && trusted.check(plain, family)
}

/** Some proxies append a port, which differs from connection to connection: `192.0.2.1:51234`, `[2001:db8::1]:51234`. */
function withoutPort(hop: string): string {
  const [, bracketed, ipv4] = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d{1,5})?$/.exec(hop) ?? []
  return bracketed ?? ipv4 ?? hop
}

/** The address, or the first 64 bits of an IPv6 address: a client usually owns the whole network. Limits count by it. */
export function networkOf(address: string): string {
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

/** IPv4 addresses of IPv6 sockets become plain IPv4 addresses. */
function normalizeAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6'
}

interface Origin {
  /** The original headers. */
  readonly headers: IncomingHttpHeaders
  /** Address of the connection. */
  readonly peer: string
  /** Address of the client; see clientAddress. */
  readonly client: string
  readonly trusted: BlockList
}

/**
 * Whether a request comes from this machine: from a loopback address, to a loopback name, and not through an untrusted proxy. A proxy on
 * this machine that sets no proxy headers and keeps the loopback name is indistinguishable from a browser.
 */
export function isLocal({ headers, peer, client, trusted }: Origin): boolean {
  if (!isLoopback(client) || !isLoopback(hostOf(headers.host ?? ''))) return false
  return isTrusted(peer, trusted) || !Object.keys(headers).some(isProxyHeader)
}

/** Headers that only proxies send. */
function isProxyHeader(name: string): boolean {
  return /^(x-forwarded(-.*)?|forwarded|x-real-ip|via)$/.test(name)
}

function hostOf(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase()
}

/**
 * Whether a `Host` header is a loopback name or the host of the public address. A console whose users need no password serves no other
 * host: a page of a site could reach it by DNS rebinding, and its requests would look like those of the console's own pages.
 */
export function isOwnHost(host: string, publicUrl: URL | null): boolean {
  return isLoopback(hostOf(host)) || host.toLowerCase() === publicUrl?.host
}

/** Whether a host name is a loopback name or address. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
}

/** Response to a request that a page of another site sent. */
export const CROSS_SITE_REFUSAL = 'Only this console’s own pages may call this.'

/**
 * Whether a page of another site sent a request, possibly with cookies. A page served by plain http counts as another site when the console
 * is served by https. Programs send neither header. `x-forwarded-host` and `-proto` come from the gate or a trusted proxy.
 */
export function isCrossSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return true
  const origin = headers.get('origin')
  if (origin === null) return false
  if (!URL.canParse(origin)) return true
  const { host, protocol } = new URL(origin)
  if (headers.get('x-forwarded-proto') === 'https' && protocol !== 'https:') return true
  return host !== (headers.get('x-forwarded-host') ?? headers.get('host'))
}
