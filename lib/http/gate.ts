import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type IncomingHttpHeaders, type IncomingMessage, Server, type ServerResponse } from 'node:http'
import type { BlockList, Socket } from 'node:net'
import { type Admission, admitBefore } from './admission.ts'
import { answerInTime } from './answer-deadline.ts'
import { gatePass, LOCAL_HEADER, METHOD_HEADER, PASS_HEADER } from './gate-headers.ts'
import { clientAddress, isLocal, isTrusted } from './request-origin.ts'
import { STATIC_FILE_POLICY, securityHeaders } from './security-headers.ts'
import { BUILD_PATH, hideUnknownFile, servePackedFile } from './static-files.ts'

interface GateSettings {
  /** The port whose requests pass; the process may have other servers. */
  readonly port: number
  readonly trusted: BlockList
  /** Public address of the console; null when it equals the address of the listener. */
  readonly publicUrl: URL | null
  /** Files of the build with a compressed copy; see `listPackedFiles`. */
  readonly packed: ReadonlySet<string>
  /** All files of the build, see `listBuiltFiles`; null in development. */
  readonly built: ReadonlySet<string> | null
  /** Decides on each request; requests wait until it resolves. */
  readonly admission: Promise<Admission>
  /** Receives errors of the admission. */
  readonly onError: (error: unknown) => void
}

/** A message of Node's channel, published before any handler receives the request. */
interface Arrival {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly socket: Socket
  readonly server: Server
}

const REQUEST_STARTED = 'http.server.request.start'

const CONNECTION_OPENED = 'net.server.socket'

/** No `Request` may have this method, so that Next.js fails on it. The gate replaces it and puts the original into METHOD_HEADER. */
const UNREADABLE_METHOD = 'TRACE'

/**
 * Handles every request before Next.js, which trusts `X-Forwarded-*` of any client. The gate removes headers that clients may not set and
 * adds the security headers to every response. Behind it `x-forwarded-for` is one reliable address, `x-forwarded-host` and `-proto` are
 * the public address, and `x-hap-local` marks requests of this machine. A request from before the gate has no pass.
 * The admission (admission.ts) decides on each request before Next.js receives it, and answer-deadline.ts limits the time until its answer.
 * Upgrades are answered as plain requests, because Next.js accepts WebSockets and never closes them.
 * Returns a function that closes the gate.
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
        admitBefore(server, request => decide(request), onError),
      )
    request.url = pathOf(request.url)
    answerInTime(request, response)
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
    // Without an upgrade listener Node hands upgrades to the request handlers. Development needs the WebSocket of Next.js.
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

/** An invalid path, which Next.js answers with 400. */
const UNREADABLE_PATH = '/%'

/** The path of a request target. Clients of proxies send absolute addresses, whose host is ignored; Next.js fails on other targets. */
function pathOf(target = ''): string {
  if (target.startsWith('/')) return target
  const url = /^https?:/i.test(target) && URL.canParse(target) ? new URL(target) : null
  return url === null ? UNREADABLE_PATH : `${url.pathname}${url.search}`
}

function sanitizeHeaders(headers: IncomingHttpHeaders, peer: string, trusted: BlockList, publicUrl: URL | null): void {
  const address = clientAddress(peer, joinValues(headers['x-forwarded-for']), trusted)
  const fromProxy = isTrusted(peer, trusted)
  const local = isLocal({ headers, peer, client: address, trusted })
  for (const name of Object.keys(headers)) {
    if (!isServerHeader(name)) continue
    if (fromProxy && PROXY_HEADERS.has(name)) continue
    delete headers[name]
  }
  headers['x-forwarded-for'] = address
  if (local) headers[LOCAL_HEADER] = 'yes'
  if (publicUrl === null) return
  headers['x-forwarded-host'] = publicUrl.host
  headers['x-forwarded-proto'] = publicUrl.protocol.slice(0, -1)
}

/** Headers that are accepted from a trusted proxy. */
const PROXY_HEADERS = new Set(['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port'])

/** Headers of proxies, of Next.js and of the console itself, which no client may set. */
function isServerHeader(name: string): boolean {
  return /^(x-forwarded|x-middleware|x-invoke|x-hap)-|^(forwarded|x-real-ip|x-original-url|x-rewrite-url)$/.test(name)
}

function joinValues(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}
