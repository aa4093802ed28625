import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList, Socket } from 'node:net'
import { sendPastFiles } from './built-files.ts'
import { LOCAL_HEADER, METHOD_HEADER, PASS_HEADER, passOfGate } from './gate-headers.ts'
import { isLocal } from './is-local.ts'
import { BUILT, offerPacked } from './packed-files.ts'
import { SCRIPTS_LOAD, securityHeaders } from './security-headers.ts'
import { clientAddress, isTrusted } from './trusted-proxies.ts'

interface GateSettings {
  /** The port whose requests pass; the process may have other servers. */
  readonly port: number
  readonly trusted: BlockList
  /** Where people reach the console; null when that is where it listens. */
  readonly publicUrl: URL | null
  /** Files of the build that are there packed as well; see packedFiles. */
  readonly packed: ReadonlySet<string>
  /** All files of the build, see builtFiles; null where they are not known, as while developing. */
  readonly built: ReadonlySet<string> | null
}

/** As Node publishes it before any handler hears of the request. */
interface Arrival {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly socket: Socket
}

const CHANNEL = 'http.server.request.start'

/** The one method Next.js fails on, since no `Request` may have it: it gets one that changes nothing, and is told of the other. */
const UNREADABLE = 'TRACE'

/**
 * Sees every request before Next.js does, which believes `X-Forwarded-*` of anybody and names its answers itself: what a client may not
 * say is taken away, and every answer begins with the security headers. Afterwards `x-forwarded-for` is one address that can be relied
 * on, `x-forwarded-host` and `-proto` are where people reach the console, and `x-hap-local` says what began on this machine. A request that came before the gate was open has no pass.
 * Out: what closes the gate.
 */
export function openGate({ port, trusted, publicUrl, packed, built }: GateSettings): () => void {
  const headers = Object.entries(securityHeaders(publicUrl?.protocol === 'https:'))
  const onArrival = (message: unknown) => {
    const { request, response, socket } = message as Arrival
    if (socket.localPort !== port) return
    for (const [name, value] of headers) response.setHeader(name, value)
    if (built && request.url?.startsWith(BUILT)) sendPastFiles(request, built)
    if (request.url?.startsWith(BUILT)) {
      response.setHeader('content-security-policy', SCRIPTS_LOAD)
      offerPacked(request, response, packed)
    }
    clean(request.headers, socket.remoteAddress ?? '', trusted, publicUrl)
    request.headers[PASS_HEADER] = passOfGate()
    if (request.method !== UNREADABLE) return
    request.headers[METHOD_HEADER] = UNREADABLE
    request.method = 'OPTIONS'
  }
  subscribe(CHANNEL, onArrival)
  return () => void unsubscribe(CHANNEL, onArrival)
}

function clean(headers: IncomingHttpHeaders, peer: string, trusted: BlockList, publicUrl: URL | null): void {
  const address = clientAddress(peer, joined(headers['x-forwarded-for']), trusted)
  const heard = isTrusted(peer, trusted)
  const local = isLocal({ headers, peer, client: address, trusted })
  for (const name of Object.keys(headers)) {
    if (!isOfServers(name)) continue
    if (heard && KEPT.has(name)) continue
    delete headers[name]
  }
  headers['x-forwarded-for'] = address
  if (local) headers[LOCAL_HEADER] = 'yes'
  if (publicUrl === null) return
  headers['x-forwarded-host'] = publicUrl.host
  headers['x-forwarded-proto'] = publicUrl.protocol.slice(0, -1)
}

/** What a trusted proxy may say. */
const KEPT = new Set(['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port'])

/** What servers tell each other, and Next.js itself. */
function isOfServers(name: string): boolean {
  return /^(x-forwarded|x-middleware|x-invoke|x-hap)-|^(forwarded|x-real-ip|x-original-url|x-rewrite-url)$/.test(name)
}

function joined(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}
