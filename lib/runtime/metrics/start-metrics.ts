import { collectDefaultMetrics } from 'prom-client'
import type { Env } from '#lib/env.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { Shutdown } from '#lib/runtime/shutdown.ts'
import { StartError } from '#lib/runtime/start-report.ts'
import type { Runtime } from '#lib/runtime.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import type { ClaimAnswer } from '#lib/services/claims/claim-service.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { startActivityMetrics } from '#lib/telemetry/activity-metrics.ts'
import type { HttpEnd, HttpRequest } from '#lib/telemetry/http-requests.ts'
import { log } from '#lib/telemetry/log.ts'
import { MetricRegistry, serveMetrics } from '#lib/telemetry/metric-registry.ts'
import type { Measured } from '#lib/util/measured.ts'
import { kebMetrics } from './keb-metrics.ts'
import { poolMetrics } from './pool-metrics.ts'
import { operatorMetrics, settingsMetrics, sourceMetrics, storeMetrics } from './process-metrics.ts'

type MetricSettings = Pick<Env, 'HOST' | 'HAP_METRICS_PORT' | 'HAP_METRICS_SERIES'>

export interface HttpMeter {
  begun(request: HttpRequest): void
  ended(request: HttpRequest, end: HttpEnd): void
}

/** Names of routes for metrics, logs and traces. */
export interface RouteNames {
  of(pathname: string): string
  /** The route of the event stream, whose responses do not end. */
  readonly stream: string
}

export type MeasuredParts = Pick<
  Runtime,
  | 'context'
  | 'queues'
  | 'clusters'
  | 'store'
  | 'chain'
  | 'runtimes'
  | 'operators'
  | 'runningOperators'
  | 'writeQueue'
  | 'rules'
  | 'settings'
  | 'problems'
>

/** Serves metrics on HAP_METRICS_PORT until the shutdown. Returns the meter of HTTP requests. Throws StartError when the port is not available. */
export async function startMetrics(
  env: MetricSettings & { readonly HAP_METRICS_PORT: number },
  { runtime, routes }: { readonly runtime: MeasuredParts; readonly routes: RouteNames },
  shutdown: Shutdown,
): Promise<HttpMeter> {
  const metrics = allMetrics(runtime, env.HAP_METRICS_SERIES)
  const { registry } = metrics
  const activity = startActivityMetrics({
    registry,
    routeOf: routes.of,
    stream: routes.stream,
    claimOutcome,
    gardenerOutcome,
  })
  shutdown.add(() => activity.stop())
  collectDefaultMetrics({ register: registry })
  const { HOST: host, HAP_METRICS_PORT: port } = env
  try {
    const server = await serveMetrics({ host, port, contentType: registry.contentType, text: () => metrics.text() })
    shutdown.add(() => void server.close())
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new StartError(
      `Metrics cannot be served on ${host}:${port} (${code}). Set HAP_METRICS_PORT to a port that is free, and not that of the console.`,
    )
  }
  const ofOthers = (request: HttpRequest) => request.port !== port
  return {
    begun: request => ofOthers(request) && activity.http.begun(request),
    ended: (request, end) => ofOthers(request) && activity.http.ended(request, end),
  }
}

/** All sources that a scrape reads. */
function allMetrics(runtime: MeasuredParts, maxSeries: number): MetricRegistry {
  const metrics = new MetricRegistry(error => log().warn({ err: error }, 'some metrics were left out'))
  const { inventory } = runtime.context()
  const sources = [
    settingsMetrics(runtime),
    poolMetrics(runtime, maxSeries),
    kebMetrics({ ...runtime, inventory }, maxSeries),
    sourceMetrics({ ...runtime, inventory }),
    storeMetrics(runtime),
    operatorMetrics(runtime.runningOperators),
  ]
  for (const source of sources) metrics.add(source)
  return metrics
}

/** Outcome of a claim: `reuse`, `claim` or `shared` with an account, else its status; `error-…` for an error. */
function claimOutcome({ result, error }: Measured<'claim'>): string {
  if (error !== undefined) return errorOutcome(error)
  // The channel carries the answer of the claim service.
  const { claim } = result as ClaimAnswer
  const given = claim.status === 'reserved' || claim.status === 'active'
  return given && claim.outcome !== null ? claim.outcome : claim.status
}

/** Outcome of a request to an API server: `ok`, or the kind of its error. */
function gardenerOutcome({ error }: Measured<'gardener-request'>): string {
  if (error === undefined) return 'ok'
  return error instanceof GardenError ? error.kind : 'aborted'
}

function errorOutcome(error: unknown): string {
  if (error instanceof ClaimError) return `error-${error.status}`
  if (error instanceof StoreError) return 'error-database'
  return error instanceof GardenError ? 'error-gardener' : 'error'
}
