import type { IncomingHttpHeaders } from 'node:http'
import type { BlockList } from 'node:net'
import { isLoopback } from './is-loopback.ts'
import { isTrusted } from './trusted-proxies.ts'

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
  return isTrusted(peer, trusted) || !Object.keys(headers).some(isOfProxies)
}

/** What only a proxy has to say. */
function isOfProxies(name: string): boolean {
  return /^(x-forwarded(-.*)?|forwarded|x-real-ip|via)$/.test(name)
}

function hostOf(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase()
}
