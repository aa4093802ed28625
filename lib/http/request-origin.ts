import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** The proxies whose word on where a request came from is taken. In: addresses and CIDR ranges. Null when one of them is neither. */
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
 * Where a request comes from. In: the address of the connection, and what `X-Forwarded-For` says. Each proxy appends whom it heard
 * from, so the list is read from its end for as long as the one who wrote is trusted: what stands before that anybody may have made up.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, trusted: BlockList): string {
  let address = normalizeAddress(peer)
  const hops = (forwardedFor ?? '').split(',').map(hop => normalizeAddress(hop.trim()))
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

/** IPv4 also where a socket of IPv6 tells it. */
function normalizeAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6'
}

interface Origin {
  /** As they came. */
  readonly headers: IncomingHttpHeaders
  /** Address of the connection. */
  readonly peer: string
  /** Address of the client; see clientAddress. */
  readonly client: string
  readonly trusted: BlockList
}

/**
 * Whether a request began on this very machine: from a loopback address, to a loopback name, and not by way of a proxy nobody trusts. A
 * proxy on this machine that tells nothing of itself and names the console by its loopback address cannot be told from a browser.
 */
export function isLocal({ headers, peer, client, trusted }: Origin): boolean {
  if (!isLoopback(client) || !isLoopback(hostOf(headers.host ?? ''))) return false
  return isTrusted(peer, trusted) || !Object.keys(headers).some(isProxyHeader)
}

/** What only a proxy has to say. */
function isProxyHeader(name: string): boolean {
  return /^(x-forwarded(-.*)?|forwarded|x-real-ip|via)$/.test(name)
}

function hostOf(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase()
}

/** Whether a host name is that of this machine alone. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
}

/** What somebody is told whose request a page of another site sent. */
export const CROSS_SITE_REFUSAL = 'Only this console’s own pages may call this.'

/**
 * Whether a page of another site sent a request, and the cookies along with it: one by plain http is another where the console is
 * reached by https. A program sends neither of these headers. `x-forwarded-host` and `-proto` come from the gate, or a proxy it
 * trusts, never from whoever asks.
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
