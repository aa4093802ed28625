import { collectDefaultMetrics } from 'prom-client'
import type { Env } from '#lib/env.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { CONDITION_CAUSES, type SubjectCondition } from '#lib/hap/pools/account-condition.ts'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import { UNUSABLE_CAUSES } from '#lib/hap/selection/usability.ts'
import { listPools } from '#lib/queries/pools/list-pools.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import type { WaitingByPool } from '#lib/queries/pools/queues.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import type { Shutdown } from '#lib/runtime/shutdown.ts'
import { StartError } from '#lib/runtime/start-report.ts'
import type { Runtime } from '#lib/runtime.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import type { ClaimAnswer } from '#lib/services/claims/claim-service.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { startActivityMetrics } from '#lib/telemetry/activity-metrics.ts'
import type { HttpEnd, HttpRequest } from '#lib/telemetry/http-requests.ts'
import { log } from '#lib/telemetry/log.ts'
import {
  gauge,
  MetricRegistry,
  type MetricSource,
  metricSource,
  type Sample,
  serveMetrics,
  single,
} from '#lib/telemetry/metric-registry.ts'
import type { Measured } from '#lib/util/measured.ts'
import { kebMetrics } from './keb-metrics.ts'
import { operatorMetrics, settingsMetrics, sourceMetrics, storeMetrics } from './process-metrics.ts'

type MetricSettings = Pick<Env, 'HOST' | 'HAP_METRICS_PORT' | 'HAP_METRICS_SERIES'>

export interface HttpMeter {
  begun(request: HttpRequest): void
  ended(request: HttpRequest, end: Pick<HttpEnd, 'status' | 'ms'>): void
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

interface PoolParts {
  context(): QueryContext
  readonly queues: { read(): Promise<WaitingByPool | null> }
}

/** The figures of the page Pools for at most `maxPools` pools, those with the most accounts first. */
export function poolMetrics({ context, queues }: PoolParts, maxPools: number): MetricSource {
  return metricSource(
    {
      hap_pool_info: gauge('Hyperscaler type of a pool, and whether it is for EU access or shared'),
      hap_pool_accounts: gauge('Accounts of a pool by state'),
      hap_pool_usable_accounts: gauge('Free accounts of a pool that a new global account can claim'),
      hap_pool_unusable_accounts: gauge('Shared and free accounts of a pool that no request can use, by cause'),
      hap_pool_shoots: gauge('Shoots on the accounts of a pool'),
      hap_pool_tenants: gauge('Global accounts that use a pool'),
      hap_pool_waiting_claims: gauge('Claims waiting for an account in a pool'),
      hap_pool_runway_days: gauge(
        'Runway of a pool in days at the rate of the last 30 days; +Inf if it does not shrink, absent without enough data',
      ),
      hap_pool_alarm: gauge('Alerts of a pool by reason: few usable accounts, or a short runway'),
      hap_pool_problem: gauge('Problem of a pool: no-rule, no-binding, only-queue or exhausted'),
      hap_account_conditions: gauge('Accounts in any state that Gardener refuses to write or use, by cause'),
      hap_pools_left_out: gauge('Pools omitted from these metrics because of HAP_METRICS_SERIES'),
      hap_poolless_accounts: gauge('Accounts without a pool: no binding of them has a hyperscaler type'),
    },
    async () => {
      const current = context()
      const view = listPools(current, { q: '', sort: '' }, await queues.read())
      const all = view.groups.flatMap(({ pools }) => pools).sort((a, b) => b.accounts - a.accounts)
      const rows = all.slice(0, maxPools)
      const each = (value: (row: PoolRow) => number | null) => rows.flatMap(row => ofPool(row, value(row)))
      return {
        hap_pool_info: rows.map(row => ({
          labels: {
            pool: row.key,
            hyperscaler_type: row.name,
            eu_access: String(row.euAccess),
            shared: String(row.shared),
          },
          value: 1,
        })),
        hap_pool_accounts: rows.flatMap(({ key, states }) =>
          BINDING_STATES.map(state => ({ labels: { pool: key, state }, value: states[state] })),
        ),
        hap_pool_usable_accounts: each(({ usable }) => usable),
        hap_pool_unusable_accounts: rows.flatMap(({ key, unusable }) =>
          UNUSABLE_CAUSES.flatMap(cause =>
            unusable[cause] === 0 ? [] : [{ labels: { pool: key, cause }, value: unusable[cause] }],
          ),
        ),
        hap_pool_shoots: each(({ shoots }) => shoots),
        hap_pool_tenants: each(({ tenants }) => tenants),
        hap_pool_waiting_claims: each(({ waiting }) => waiting),
        hap_pool_runway_days: each(runwayDays),
        hap_pool_alarm: rows.flatMap(({ key, water }) =>
          (water?.alarms ?? []).map(({ reason }) => ({ labels: { pool: key, reason }, value: 1 })),
        ),
        hap_pool_problem: rows.flatMap(({ key, problem }) =>
          problem === null ? [] : [{ labels: { pool: key, problem }, value: 1 }],
        ),
        hap_account_conditions: conditionSamples(current.inventory.conditions()),
        hap_pools_left_out: single(all.length - rows.length),
        hap_poolless_accounts: single(view.poolless.accounts),
      }
    },
  )
}

/** Counts the accounts of each cause, also where several bindings have it. Includes zeros, so that an alert sees a condition begin. */
function conditionSamples(conditions: Iterable<SubjectCondition>): readonly Sample[] {
  const accounts = new Map<string, Set<string>>(CONDITION_CAUSES.map(cause => [cause, new Set()]))
  for (const { cause, account } of conditions) accounts.get(cause)?.add(account)
  return Array.from(accounts, ([cause, { size }]) => ({ labels: { cause }, value: size }))
}

function ofPool({ key }: PoolRow, value: number | null): readonly Sample[] {
  return value === null ? [] : [{ labels: { pool: key }, value }]
}

function runwayDays({ water }: PoolRow): number | null {
  if (water === null || water.runway.kind === 'unknown') return null
  return water.runway.kind === 'steady' ? Number.POSITIVE_INFINITY : water.runway.days
}
