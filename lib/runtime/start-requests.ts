import { type ChannelListener, subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server, ServerResponse } from 'node:http'
import { BlockList } from 'node:net'
import { DEVELOPMENT, type Env } from '#lib/env.ts'
import type { Admission } from '#lib/http/admission.ts'
import { openGate } from '#lib/http/gate.ts'
import { createRateLimits } from '#lib/http/rate-limits.ts'
import { listBuiltFiles, listPackedFiles } from '#lib/http/static-files.ts'
import { type HttpEnd, type HttpListener, type HttpRequest, watchHttpRequests } from '#lib/telemetry/http-requests.ts'
import { log, logError } from '#lib/telemetry/log.ts'
import { VERSION } from '#lib/version.ts'
import type { MeasuredParts, RouteNames } from './metrics/start-metrics.ts'
import { isRefused, RefusedRequestLimit } from './refused-requests.ts'
import type { Shutdown } from './shutdown.ts'

const BYTES_OF_MB = 1_000_000

/** Opens the gate, which checks every request before Next.js. Requests wait until `admission` resolves. */
export function startGate(
  env: Pick<Env, 'PORT' | 'HAP_TRUSTED_PROXIES' | 'HAP_URL'>,
  admission: Promise<Admission>,
  shutdown: Shutdown,
): void {
  shutdown.add(
    openGate({
      port: env.PORT,
      trusted: env.HAP_TRUSTED_PROXIES ?? new BlockList(),
      publicUrl: env.HAP_URL === null ? null : new URL(env.HAP_URL),
      packed: listPackedFiles(),
      built: DEVELOPMENT ? null : listBuiltFiles(),
      admission,
      onError: logError,
    }),
  )
}

/** The rate limits of requests and their bodies, by the settings. */
export function rateLimits(
  env: Pick<
    Env,
    'HAP_REQUESTS_PER_USER' | 'HAP_REQUESTS_PER_ADDRESS' | 'HAP_BODY_MB_PER_USER' | 'HAP_BODY_MB_PER_ADDRESS'
  >,
): ReturnType<typeof createRateLimits> {
  return createRateLimits({
    requestsPerUser: env.HAP_REQUESTS_PER_USER,
    requestsPerAddress: env.HAP_REQUESTS_PER_ADDRESS,
    bytesPerUser: env.HAP_BODY_MB_PER_USER * BYTES_OF_MB,
    bytesPerAddress: env.HAP_BODY_MB_PER_ADDRESS * BYTES_OF_MB,
  })
}

/** Open requests of this process, and the registration of listeners. */
interface ObservedRequests {
  readonly open: ReadonlySet<HttpRequest>
  subscribe(listener: Required<HttpListener>): void
}

/** Assigns an id to each HTTP request and logs it. Starts before the runtime because Next.js accepts requests during its start. */
export function startRequests(routes: RouteNames, shutdown: Shutdown): ObservedRequests {
  const open = new Set<HttpRequest>()
  const listeners: Required<HttpListener>[] = []
  const refusals = new RefusedRequestLimit()
  const stop = watchHttpRequests({
    begun: request => {
      open.add(request)
      for (const each of listeners) each.begun(request)
    },
    ended: (request, end) => {
      open.delete(request)
      for (const each of listeners) each.ended(request, end)
      logRequest(request, end, { routes, refusals })
    },
  })
  shutdown.add(stop)
  return { open, subscribe: listener => void listeners.push(listener) }
}

interface Measuring {
  readonly requests: ObservedRequests
  readonly runtime: MeasuredParts
  readonly routes: RouteNames
}

/** Starts metrics and traces if the settings enable them; their libraries are loaded only then. Throws StartError when metrics cannot be served. */
export async function measureRequests(
  env: Env,
  { requests, runtime, routes }: Measuring,
  shutdown: Shutdown,
): Promise<void> {
  const { HAP_METRICS_PORT: port, HAP_OTLP_ENDPOINT: endpoint } = env
  if (port !== null) {
    const { startMetrics } = await import('./metrics/start-metrics.ts')
    const meter = await startMetrics({ ...env, HAP_METRICS_PORT: port }, { runtime, routes }, shutdown)
    // After a restart pages reconnect their streams before the console is ready.
    for (const each of requests.open) meter.begun(each)
    requests.subscribe(meter)
  }
  if (endpoint !== null) requests.subscribe(await startTracing(endpoint, port, routes, shutdown))
}

/** Routes that are requested every few seconds. */
const UNTRACED_ROUTES: ReadonlySet<string> = new Set(['static', '/healthz', '/readyz'])

async function startTracing(endpoint: string, metricsPort: number | null, routes: RouteNames, shutdown: Shutdown) {
  const { startTraces } = await import('#lib/telemetry/traces.ts')
  const isTraced = (route: string) => route !== routes.stream && !UNTRACED_ROUTES.has(route)
  const traces = startTraces({ endpoint, version: VERSION, routeOf: routes.of, isTraced })
  shutdown.add(() => traces.stop())
  return { ...traces, begun: (request: HttpRequest) => void (request.port !== metricsPort && traces.begun(request)) }
}

interface RequestLogging {
  readonly routes: RouteNames
  readonly refusals: RefusedRequestLimit
}

/**
 * Failures are warnings; writes of users and tokens, and refused requests, information. The rest appears at level debug only: anybody can send
 * any number of it.
 */
function logRequest(
  { requestId, method, pathname }: HttpRequest,
  end: HttpEnd,
  { routes, refusals }: RequestLogging,
): void {
  const { status, ms, address, user } = end
  const line = { requestId, method, route: routes.of(pathname), status, ms: Math.round(ms) }
  if (isRefused(end)) {
    const omitted = refusals.take(end)
    if (omitted !== null)
      log().info({ ...line, address, user, ...(omitted > 0 && { omitted }) }, 'a request was refused')
    return
  }
  // The readiness probe answers 503 until everything was read.
  const failed = status >= 500 && line.route !== '/readyz'
  if (failed) log().warn(line, 'a request failed')
  else if (user === null || method === 'GET' || method === 'HEAD') log().debug(line, 'a request')
  else log().info(line, 'a request')
}

const STARTED = 'http.server.request.start'
/** Browsers reconnect such a response themselves. */
const EVENT_STREAM = 'text/event-stream'

/** Node's message on this channel: Next.js exposes neither its server nor the responses. */
interface Started {
  readonly server: Server
  readonly response: ServerResponse
}

/** The open requests of the HTTP servers of this process, which the end of the process waits for. */
export class OpenRequests {
  readonly #servers = new Set<Server>()
  readonly #responses = new Set<ServerResponse>()
  #draining = false
  #onAllClosed: () => void = () => {}
  readonly #onStart: ChannelListener = message => this.#begin(message as Started)

  constructor() {
    subscribe(STARTED, this.#onStart)
  }

  /**
   * Refuses new connections, ends event streams, and resolves when all other requests are answered or after `ms`. A second call resolves
   * at once.
   */
  async drain(ms: number): Promise<void> {
    if (this.#draining) return
    this.#draining = true
    for (const server of this.#servers) server.close()
    for (const response of this.#responses) this.#closeAfter(response)
    if (this.#responses.size > 0) await this.#allClosed(ms)
    unsubscribe(STARTED, this.#onStart)
  }

  #begin({ server, response }: Started): void {
    this.#servers.add(server)
    this.#responses.add(response)
    response.once('close', () => {
      this.#responses.delete(response)
      if (this.#responses.size === 0) this.#onAllClosed()
    })
    if (this.#draining) this.#closeAfter(response)
  }

  /** Makes this the last response on its connection. */
  #closeAfter(response: ServerResponse): void {
    if (!response.headersSent) response.setHeader('connection', 'close')
    else if (String(response.getHeader('content-type')).startsWith(EVENT_STREAM)) response.destroy()
  }

  #allClosed(ms: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, ms)
      this.#onAllClosed = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
