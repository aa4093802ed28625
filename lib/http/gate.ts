import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type IncomingHttpHeaders, type IncomingMessage, Server, type ServerResponse } from 'node:http'
import type { BlockList, Socket } from 'node:net'
import { type Admission, admitBefore } from './admission.ts'
import { gatePass, LOCAL_HEADER, METHOD_HEADER, PASS_HEADER } from './gate-headers.ts'
import { clientAddress, isLocal, isTrusted } from './request-origin.ts'
import { STATIC_FILE_POLICY, securityHeaders } from './security-headers.ts'
import { BUILD_PATH, hideUnknownFile, servePackedFile } from './static-files.ts'

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
  /** Decides on each request, once the process is able to; requests wait until then. */
  readonly admission: Promise<Admission>
  /** Receives what the admission throws. */
  readonly onError: (error: unknown) => void
}

/** As Node publishes it before any handler hears of the request. */
interface Arrival {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly socket: Socket
  readonly server: Server
}

const REQUEST_STARTED = 'http.server.request.start'

/** The same of connections. */
const CONNECTION_OPENED = 'net.server.socket'

/** The one method Next.js fails on, since no `Request` may have it: it gets one that changes nothing, and is told of the other. */
const UNREADABLE_METHOD = 'TRACE'

/**
 * Sees every request before Next.js does, which believes `X-Forwarded-*` of anybody and names its answers itself: what a client may not
 * say is taken away, and every answer begins with the security headers. Afterwards `x-forwarded-for` is one address that can be relied
 * on, `x-forwarded-host` and `-proto` are where people reach the console, and `x-hap-local` says what began on this machine. A request that came before the gate was open has no pass.
 * An admission decides on each request before Next.js receives it (admission.ts).
 * No request becomes anything else than an answer: Next.js takes those that want to be WebSockets and lets their connections lie for ever.
 * Out: what closes the gate.
 */
export function openGate({ port, trusted, publicUrl, packed, built, admission, onError }: GateSettings): () => void {
  const headers = Object.entries(securityHeaders(publicUrl?.protocol === 'https:'))
  const guarded = new Map<Server, () => void>()
  let decide: Admission = request => admission.then(admit => admit(request))
  void admission.then(admit => {
    decide = admit
  }, onError)
  const onArrival = (message: unknown) => {
    const { request, response, socket, server } = message as Arrival
    if (socket.localPort !== port) return
    if (!guarded.has(server))
      guarded.set(
        server,
        admitBefore(server, asked => decide(asked), onError),
      )
    request.url = pathOf(request.url)
    for (const [name, value] of headers) response.setHeader(name, value)
    if (built && request.url?.startsWith(BUILD_PATH)) hideUnknownFile(request, built)
    if (request.url?.startsWith(BUILD_PATH)) {
      response.setHeader('content-security-policy', STATIC_FILE_POLICY)
      servePackedFile(request, response, packed)
    }
    sanitizeHeaders(request.headers, socket.remoteAddress ?? '', trusted, publicUrl)
    request.headers[PASS_HEADER] = gatePass()
    if (request.method !== UNREADABLE_METHOD) return
    request.headers[METHOD_HEADER] = UNREADABLE_METHOD
    request.method = 'OPTIONS'
  }
  const onConnection = (message: unknown) => {
    const { socket } = message as Pick<Arrival, 'socket'>
    const server = 'server' in socket ? socket.server : null
    // Without anybody who takes them up, Node has the others answer: while developing Next.js tells the page of changes so.
    if (built && socket.localPort === port && server instanceof Server) server.removeAllListeners('upgrade')
  }
  subscribe(REQUEST_STARTED, onArrival)
  subscribe(CONNECTION_OPENED, onConnection)
  return () => {
    unsubscribe(REQUEST_STARTED, onArrival)
    unsubscribe(CONNECTION_OPENED, onConnection)
    for (const release of guarded.values()) release()
  }
}

/** An address nobody can read, which is answered as such. */
const UNREADABLE_PATH = '/%'

/** The path of what is asked for; also where a client says the whole address, as to a proxy, whose host nobody is sent to. Next.js fails on the rest. */
function pathOf(target = ''): string {
  if (target.startsWith('/')) return target
  const url = /^https?:/i.test(target) && URL.canParse(target) ? new URL(target) : null
  return url === null ? UNREADABLE_PATH : `${url.pathname}${url.search}`
}

function sanitizeHeaders(headers: IncomingHttpHeaders, peer: string, trusted: BlockList, publicUrl: URL | null): void {
  const address = clientAddress(peer, joinValues(headers['x-forwarded-for']), trusted)
  const heard = isTrusted(peer, trusted)
  const local = isLocal({ headers, peer, client: address, trusted })
  for (const name of Object.keys(headers)) {
    if (!isServerHeader(name)) continue
    if (heard && PROXY_HEADERS.has(name)) continue
    delete headers[name]
  }
  headers['x-forwarded-for'] = address
  if (local) headers[LOCAL_HEADER] = 'yes'
  if (publicUrl === null) return
  headers['x-forwarded-host'] = publicUrl.host
  headers['x-forwarded-proto'] = publicUrl.protocol.slice(0, -1)
}

/** What a trusted proxy may say. */
const PROXY_HEADERS = new Set(['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port'])

/** What servers tell each other, and Next.js itself. */
function isServerHeader(name: string): boolean {
  return /^(x-forwarded|x-middleware|x-invoke|x-hap)-|^(forwarded|x-real-ip|x-original-url|x-rewrite-url)$/.test(name)
}

function joinValues(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}
