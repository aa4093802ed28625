import type { Env } from '#lib/env.ts'
import { type HttpEnd, type HttpListener, type HttpRequest, watchHttpRequests } from '#lib/telemetry/http-requests.ts'
import { log } from '#lib/telemetry/log.ts'
import { VERSION } from '#lib/version.ts'
import type { MeasuredParts, RouteNames } from './metrics/start-metrics.ts'
import type { Shutdown } from './shutdown.ts'

/** Open requests of this process, and the registration of listeners. */
interface ObservedRequests {
  readonly open: ReadonlySet<HttpRequest>
  follow(follower: Required<HttpListener>): void
}

/** Assigns an id to each HTTP request and logs it. Starts before the runtime because Next.js accepts requests during its start. */
export function startRequests(routes: RouteNames, shutdown: Shutdown): ObservedRequests {
  const open = new Set<HttpRequest>()
  const followers: Required<HttpListener>[] = []
  const stop = watchHttpRequests({
    begun: request => {
      open.add(request)
      for (const each of followers) each.begun(request)
    },
    ended: (request, end) => {
      open.delete(request)
      for (const each of followers) each.ended(request, end)
      logRequest(request, end, routes)
    },
  })
  shutdown.add(stop)
  return { open, follow: follower => void followers.push(follower) }
}

interface Measuring {
  readonly requests: ObservedRequests
  readonly runtime: MeasuredParts
  readonly routes: RouteNames
}

/** Counts and traces requests where that is on: what those need is loaded only then. Throws StartError when metrics cannot be served. */
export async function measureRequests(
  env: Env,
  { requests, runtime, routes }: Measuring,
  shutdown: Shutdown,
): Promise<void> {
  const { HAP_METRICS_PORT: port, HAP_OTLP_ENDPOINT: endpoint } = env
  if (port !== null) {
    const { startMetrics } = await import('./metrics/start-metrics.ts')
    const meter = await startMetrics({ ...env, HAP_METRICS_PORT: port }, { runtime, routes }, shutdown)
    // Pages are connected to their streams again before a console that was restarted is ready.
    for (const each of requests.open) meter.begun(each)
    requests.follow(meter)
  }
  if (endpoint !== null) requests.follow(await traced(endpoint, port, routes, shutdown))
}

/** These come every few seconds, or never end. */
const UNTRACED: ReadonlySet<string> = new Set(['static', '/healthz', '/readyz'])

async function traced(endpoint: string, metricsPort: number | null, routes: RouteNames, shutdown: Shutdown) {
  const { startTraces } = await import('#lib/telemetry/traces/traces.ts')
  const isTraced = (route: string) => route !== routes.endless && !UNTRACED.has(route)
  const traces = startTraces({ endpoint, version: VERSION, routeOf: routes.of, isTraced })
  shutdown.add(() => traces.stop())
  return { ...traces, begun: (request: HttpRequest) => void (request.port !== metricsPort && traces.begun(request)) }
}

/** What changes something is worth a line, and what failed; the rest only to who looks for something. */
function logRequest({ requestId, method, pathname }: HttpRequest, { status, ms }: HttpEnd, routes: RouteNames): void {
  const line = { requestId, method, route: routes.of(pathname), status, ms: Math.round(ms) }
  // A probe is answered so until everything was read.
  const failed = status >= 500 && line.route !== '/readyz'
  if (failed) log().warn(line, 'a request failed')
  else if (method === 'GET' || method === 'HEAD') log().debug(line, 'a request')
  else log().info(line, 'a request')
}
