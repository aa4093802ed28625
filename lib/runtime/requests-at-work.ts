import type { Env } from '#lib/env.ts'
import { type HttpEnd, type HttpRequest, watchHttpRequests } from '#lib/telemetry/http-requests.ts'
import { log } from '#lib/telemetry/log.ts'
import { VERSION } from '#lib/version.ts'
import type { metricsAtWork, RouteNames } from './metrics/metrics-at-work.ts'
import type { Shutdown } from './shutdown.ts'

type Watched = Parameters<typeof metricsAtWork>[1]

/**
 * Gives each HTTP request its id, logs it, and counts and traces it where that is on: what those need is loaded only then. Throws
 * StartError when metrics cannot be served.
 */
export async function requestsAtWork(env: Env, watched: Watched, shutdown: Shutdown): Promise<void> {
  const meter = env.HAP_METRICS_PORT === null ? null : await metered(env, env.HAP_METRICS_PORT, watched, shutdown)
  const traces = env.HAP_OTLP_ENDPOINT === null ? null : await traced(env.HAP_OTLP_ENDPOINT, watched.routes, shutdown)
  const stop = watchHttpRequests({
    begun: request => {
      meter?.begun(request)
      if (request.port !== env.HAP_METRICS_PORT) traces?.begun(request)
    },
    ended: (request, end) => {
      meter?.ended(request, end)
      traces?.ended(request, end)
      logRequest(request, end, watched.routes)
    },
  })
  shutdown.add(stop)
}

async function metered(env: Env, port: number, watched: Watched, shutdown: Shutdown) {
  const { metricsAtWork } = await import('./metrics/metrics-at-work.ts')
  return metricsAtWork({ ...env, HAP_METRICS_PORT: port }, watched, shutdown)
}

/** These come every few seconds, or never end. */
const UNTRACED: ReadonlySet<string> = new Set(['static', '/healthz', '/readyz'])

async function traced(endpoint: string, routes: RouteNames, shutdown: Shutdown) {
  const { startTraces } = await import('#lib/telemetry/traces/traces.ts')
  const isTraced = (route: string) => route !== routes.endless && !UNTRACED.has(route)
  const traces = startTraces({ endpoint, version: VERSION, routeOf: routes.of, isTraced })
  shutdown.add(() => traces.stop())
  return traces
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
