import { collectDefaultMetrics } from 'prom-client'
import type { Env } from '#lib/env.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { Measured } from '#lib/measured.ts'
import type { Shutdown } from '#lib/runtime/shutdown.ts'
import { StartError } from '#lib/runtime/start-error.ts'
import type { Runtime } from '#lib/runtime.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import type { ClaimAnswer } from '#lib/services/claims/claim-service.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import type { HttpEnd, HttpRequest } from '#lib/telemetry/http-requests.ts'
import { log } from '#lib/telemetry/log.ts'
import { activityMetrics } from '#lib/telemetry/metrics/activity-metrics.ts'
import { MetricRegistry } from '#lib/telemetry/metrics/metric-registry.ts'
import { serveMetrics } from '#lib/telemetry/metrics/metrics-server.ts'
import { kebMetrics } from './keb-metrics.ts'
import { operatorMetrics } from './operator-metrics.ts'
import { poolMetrics } from './pool-metrics.ts'
import { settingsMetrics } from './settings-metrics.ts'
import { sourceMetrics } from './source-metrics.ts'
import { storeMetrics } from './store-metrics.ts'

type MetricSettings = Pick<Env, 'HOST' | 'HAP_METRICS_PORT' | 'HAP_METRICS_SERIES'>

export interface HttpMeter {
  begun(request: HttpRequest): void
  ended(request: HttpRequest, end: HttpEnd): void
}

/** What routes are called, by whoever knows them. */
export interface RouteNames {
  of(pathname: string): string
  /** The one whose answers have no end of their own. */
  readonly endless: string
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

/** Serves metrics on HAP_METRICS_PORT until the end. Out: who has to be told of HTTP requests. Throws StartError when it cannot listen there. */
export async function startMetrics(
  env: MetricSettings & { readonly HAP_METRICS_PORT: number },
  { runtime, routes }: { readonly runtime: MeasuredParts; readonly routes: RouteNames },
  shutdown: Shutdown,
): Promise<HttpMeter> {
  const metrics = allMetrics(runtime, env.HAP_METRICS_SERIES)
  const { registry } = metrics
  const activity = activityMetrics({
    registry,
    routeOf: routes.of,
    endless: routes.endless,
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

/** Everything that is read when somebody asks. */
function allMetrics(runtime: MeasuredParts, mostSeries: number): MetricRegistry {
  const metrics = new MetricRegistry(error => log().warn({ err: error }, 'some metrics were left out'))
  const { inventory } = runtime.context()
  const sources = [
    settingsMetrics(runtime),
    poolMetrics(runtime, mostSeries),
    kebMetrics({ ...runtime, inventory }, mostSeries),
    sourceMetrics({ ...runtime, inventory }),
    storeMetrics(runtime),
    operatorMetrics(runtime.runningOperators),
  ]
  for (const source of sources) metrics.add(source)
  return metrics
}

/** What a claim came to: its account by `reuse`, `claim` or `shared`, else its status; `error-…` for one that threw. */
function claimOutcome({ result, error }: Measured<'claim'>): string {
  if (error !== undefined) return errorOutcome(error)
  // The channel carries what the service answers.
  const { claim } = result as ClaimAnswer
  const given = claim.status === 'reserved' || claim.status === 'active'
  return given && claim.outcome !== null ? claim.outcome : claim.status
}

/** What a request to an API server came to: `ok`, or the kind of its failure. */
function gardenerOutcome({ error }: Measured<'gardener-request'>): string {
  if (error === undefined) return 'ok'
  return error instanceof GardenError ? error.kind : 'aborted'
}

function errorOutcome(error: unknown): string {
  if (error instanceof ClaimError) return `error-${error.status}`
  if (error instanceof StoreError) return 'error-database'
  return error instanceof GardenError ? 'error-gardener' : 'error'
}
