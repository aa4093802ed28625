import type { X509Certificate } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { TLSSocket } from 'node:tls'
import { authorize } from '#embedded-garden/auth/authorize.ts'
import { impersonated } from '#embedded-garden/auth/impersonation.ts'
import { object } from '#embedded-garden/http/answer.ts'
import { internalError, unauthorized } from '#embedded-garden/http/errors.ts'
import { mediaFor } from '#embedded-garden/http/negotiation.ts'
import { parseRequest } from '#embedded-garden/http/request-info.ts'
import { ApiError, statusOf } from '#embedded-garden/http/status.ts'
import type { RequestContext, Services } from '#embedded-garden/resource.ts'
import { JournalError } from '#embedded-garden/storage/journal.ts'
import { dispatch } from './dispatch.ts'
import { respond } from './respond.ts'

interface TlsFiles {
  readonly cert: string
  readonly key: string
}

/** The API server of a request. */
export interface Route {
  readonly services: Services
  /** `namespace/name` of the shoot that owns the API server; null = the garden's own. */
  readonly shoot: string | null
}

/** Finds the API server of a request and strips its prefix from the URL; null when no server has that address. */
export type Router = (request: IncomingMessage, response: ServerResponse) => Route | null

/** Runs before the handlers to count requests and inject faults. Returns true when it has sent the response. */
export type Interceptor = (
  request: IncomingMessage,
  response: ServerResponse,
  shoot: string | null,
) => boolean | Promise<boolean>

export interface GardenServer {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

interface PortWish {
  /** 0 = any free port. */
  readonly port: number
  /** Uses any free port when `port` is in use. */
  readonly mayChange: boolean
}

/** Serves API servers over HTTPS on the loopback interface. */
export async function serve(
  route: Router,
  tls: TlsFiles,
  wish: PortWish,
  intercept: Interceptor,
): Promise<GardenServer> {
  const stopping = new AbortController()
  // Each API server verifies client certificates itself, because each has a separate authority.
  const options = { ...tls, keepAlive: true, requestCert: true, rejectUnauthorized: false }
  const server = createServer(options, (request, response) => {
    void answer(route, request, response, intercept, stopping.signal)
  })
  // Watches have no time limit, and idle connections stay open for later requests.
  server.requestTimeout = 0
  server.headersTimeout = 30_000
  server.keepAliveTimeout = 120_000
  await listen(server, wish)
  const address = server.address() as AddressInfo
  return {
    url: `https://127.0.0.1:${address.port}`,
    port: address.port,
    close: () => close(server, stopping),
  }
}

async function answer(
  route: Router,
  request: IncomingMessage,
  response: ServerResponse,
  intercept: Interceptor,
  signal: AbortSignal,
): Promise<void> {
  const warnings: string[] = []
  const media = mediaFor(request.headers.accept) ?? 'json'
  try {
    const found = route(request, response)
    if (!found) return void request.socket.destroy()
    if (await intercept(request, response, found.shoot)) return
    const context = admit(found.services, request, warnings, signal)
    await respond(request, response, await dispatch(context), { media, warnings })
  } catch (error) {
    if (response.headersSent) return void response.destroy()
    const failure = failureOf(error)
    const { retryAfterSeconds } = failure.failure.details ?? {}
    if (retryAfterSeconds) response.setHeader('Retry-After', String(retryAfterSeconds))
    await respond(request, response, object(statusOf(failure.failure), failure.code), { media, warnings })
  }
}

/** Authentication, impersonation and authorization. Throws 401 or 403. */
function admit(services: Services, request: IncomingMessage, warnings: string[], signal: AbortSignal): RequestContext {
  const caller = services.authenticator.authenticate(request.headers.authorization, () => certificateOf(request))
  if (!caller) throw unauthorized()
  const user = impersonated(request.headers, caller, services.rbac)
  const info = parseRequest(request.method ?? 'GET', request.url ?? '/')
  authorize(info, user, services.rbac)
  return { services, request, info, user, userAgent: request.headers['user-agent'] ?? '', warnings, signal }
}

/** The client certificate whose key the TLS handshake has proved. */
function certificateOf({ socket }: IncomingMessage): X509Certificate | undefined {
  return socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined
}

function failureOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  // A change that could not be written did not happen; the client may retry when the disk has space.
  if (error instanceof JournalError) return internalError(`the change could not be stored: ${error.message}`)
  // An unexpected error is a defect of the garden, so the process reports it as a warning, too.
  process.emitWarning(error instanceof Error ? error : String(error))
  return internalError(error instanceof Error ? error.message : String(error))
}

async function listen(server: Server, { port, mayChange }: PortWish): Promise<void> {
  try {
    await bind(server, port)
  } catch (error) {
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!inUse || !mayChange) throw error
    await bind(server, 0)
  }
}

function bind(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function close(server: Server, stopping: AbortController): Promise<void> {
  stopping.abort()
  return new Promise(resolve => {
    server.close(() => resolve())
    server.closeIdleConnections()
    // Watches end immediately; other responses get half a second to finish.
    setTimeout(() => server.closeAllConnections(), 500).unref()
  })
}
