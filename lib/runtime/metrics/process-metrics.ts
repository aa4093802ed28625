import type { ContactState, Phase } from '#lib/garden/reflector/contact.ts'
import type { ControllerMetrics, Distribution } from '#lib/operators/framework/metrics.ts'
import type { RunningOperators } from '#lib/queries/operators/controllers.ts'
import type { Runtime } from '#lib/runtime.ts'
import { countUnfinishedJobs } from '#lib/store/jobs/jobs.ts'
import {
  counter,
  gauge,
  histogram,
  type MetricSource,
  metricSource,
  type Sample,
  single,
} from '#lib/telemetry/metric-registry.ts'
import { VERSION } from '#lib/version.ts'

/** Version, rules in force, and the number of problems that every page shows. */
export function settingsMetrics({
  rules,
  settings,
  problems,
}: Pick<Runtime, 'rules' | 'settings' | 'problems'>): MetricSource {
  return metricSource(
    {
      hap_build_info: gauge('Version of the console'),
      hap_rules_revision: gauge('Revision of the rules in force; 0 if they come from the settings'),
      hap_rules_valid: gauge(
        '1 if the last published rules and the files of rules and limits are valid, 0 if earlier ones remain in force',
      ),
      hap_problems: gauge(
        'Problems shown on every page, such as an unavailable database, invalid settings or invalid rules',
      ),
    },
    () => ({
      hap_build_info: [{ labels: { version: VERSION }, value: 1 }],
      hap_rules_revision: single(rules.active.publication?.number ?? 0),
      hap_rules_valid: single(rules.fault === null && settings.problems().length === 0 ? 1 : 0),
      hap_problems: single(problems().length),
    }),
  )
}

const STATES: readonly (Phase | 'absent')[] = ['starting', 'live', 'reconnecting', 'stale', 'refused', 'absent']

type SourceParts = Pick<Runtime, 'runtimes' | 'operators' | 'writeQueue'> & {
  readonly inventory: ReturnType<Runtime['context']>['inventory']
}

/** Freshness and size of the watched collections, and the queue of writes to Gardener. */
export function sourceMetrics({ inventory, runtimes, operators, writeQueue }: SourceParts): MetricSource {
  return metricSource(
    {
      hap_reflector_state: gauge('State of each watch on Gardener and the control plane: 1 for the current state'),
      hap_reflector_age_seconds: gauge('Seconds since the last contact with the API server of a watch'),
      hap_reflector_skipped_objects: gauge('Watched objects that cannot be read and are skipped'),
      hap_inventory_bindings: gauge('Bindings in memory'),
      hap_inventory_shoots: gauge('Shoots in memory'),
      hap_write_queue_length: gauge('Queued binding writes of this process'),
      hap_write_queue_wait_seconds: gauge('Expected wait of a new claim for its write, in seconds'),
    },
    () => {
      const sources = [
        ...inventory.freshness().map(each => sourceState(each.source, each)),
        ...(runtimes?.freshness() ?? []).map(each => sourceState(each.source, each)),
        ...(operators?.freshness() ?? []).map(each => sourceState(each.kind, each)),
      ]
      return {
        hap_reflector_state: sources.flatMap(({ source, state }) =>
          STATES.map(each => ({ labels: { source, state: each }, value: each === state ? 1 : 0 })),
        ),
        hap_reflector_age_seconds: sources.flatMap(({ source, ageMs }) =>
          ageMs === null ? [] : [{ labels: { source }, value: ageMs / 1_000 }],
        ),
        hap_reflector_skipped_objects: sources.map(({ source, skipped }) => ({ labels: { source }, value: skipped })),
        hap_inventory_bindings: single(inventory.bindingCount),
        hap_inventory_shoots: single(inventory.shootCount),
        hap_write_queue_length: single(writeQueue.length),
        hap_write_queue_wait_seconds: single(writeQueue.expectedMs(1, 'claim') / 1_000),
      }
    },
  )
}

function sourceState(
  source: string,
  {
    phase,
    ageMs,
    absent,
    skipped,
  }: Pick<ContactState, 'phase' | 'skipped'> & { readonly ageMs: number | null; readonly absent?: boolean },
) {
  return { source, state: absent ? ('absent' as const) : phase, ageMs, skipped: skipped.length }
}

const CLAIM_STATES = ['intent', 'reserved', 'active', 'releasing'] as const

type StoreParts = Pick<Runtime, 'store' | 'clusters' | 'chain'>

/** State of the database, and figures from it while it answers. */
export function storeMetrics({ store, clusters, chain }: StoreParts): MetricSource {
  let broken: number | null = null
  return metricSource(
    {
      hap_database_up: gauge('Whether the database responds'),
      hap_database_full: gauge('Whether the disk of the database was full for a recent change'),
      hap_database_connections: gauge('Connections to the database by state'),
      hap_claims: gauge('Claims that have an account, by status'),
      hap_jobs: gauge('Unfinished bulk jobs by status'),
      hap_job_targets: gauge('Remaining bindings of unfinished bulk jobs'),
      hap_audit_chain_broken: gauge('Whether the last check found the hash chain of the audit log broken'),
    },
    async () => {
      // The check runs in the background, at most every few seconds; the next read shows its result.
      void chain.status().then(({ state }) => {
        if (state === 'broken' || state === 'verified') broken = state === 'broken' ? 1 : 0
      })
      const { pool } = store.connection
      const health = store.health()
      const isUp = health.state === 'up'
      const [known, jobs] = await Promise.all([clusters.read(), isUp ? countUnfinishedJobs(store.db) : null])
      return {
        hap_database_up: single(isUp ? 1 : 0),
        hap_database_full: single(isUp && health.full !== undefined ? 1 : 0),
        hap_database_connections: [
          { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
          { labels: { state: 'idle' }, value: pool.idleCount },
          { labels: { state: 'wanted' }, value: pool.waitingCount },
        ],
        hap_claims: isUp && known !== null ? byStatus(Array.from(known.claims, ({ status }) => status)) : [],
        hap_jobs: jobs === null ? [] : (['queued', 'running'] as const).map(status => of(status, jobs[status])),
        hap_job_targets: single(jobs?.targets ?? null),
        hap_audit_chain_broken: single(broken),
      }
    },
  )
}

function byStatus(statuses: readonly string[]): readonly Sample[] {
  const counts = new Map<string, number>()
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
  return CLAIM_STATES.map(status => of(status, counts.get(status) ?? 0))
}

function of(status: string, value: number): Sample {
  return { labels: { status }, value }
}

/** The cleaner runs in each process with the role, whether it leads or not. */
const CLEANER = 'cleanup'

/** The controllers of this process: the operators while it leads, and the cleaner. */
export function operatorMetrics(operators: Pick<RunningOperators, 'identity' | 'controllers'>): MetricSource {
  return metricSource(
    {
      hap_operators_leader: gauge(
        'Whether this process is the leader of the operators; absent if it runs no operators',
      ),
      hap_controller_queue_length: gauge('Objects in the queue of a controller'),
      hap_controller_scheduled: gauge('Objects that a controller will reconcile at a later time'),
      hap_controller_working: gauge('Objects that a controller is reconciling'),
      hap_controller_longest_run_seconds: gauge(
        'Duration of the longest current reconciliation of a controller in seconds',
      ),
      hap_controller_adds_total: counter(
        'Additions to the queue of a controller, including those of objects that already wait in it',
      ),
      hap_controller_runs_total: counter('Finished reconciliations of a controller, including failed ones'),
      hap_controller_retries_total: counter('Failed reconciliations of a controller that are retried'),
      hap_controller_errors_total: counter('Failed reconciliations of a controller, without version conflicts'),
      hap_controller_queue_seconds: histogram('Time of objects in the queue of a controller in seconds'),
      hap_controller_run_seconds: histogram('Duration of reconciliations in seconds'),
    },
    () => {
      const readings = operators.controllers()
      const each = (value: (metrics: ControllerMetrics) => number): readonly Sample[] =>
        readings.map(({ name, metrics }) => ({ labels: { controller: name }, value: value(metrics) }))
      const spread = (of: (metrics: ControllerMetrics) => Distribution): readonly Sample[] =>
        readings.flatMap(({ name, metrics }) => distribution(name, of(metrics)))
      const leads = readings.some(({ name }) => name !== CLEANER)
      return {
        hap_operators_leader: single(operators.identity === null ? null : Number(leads)),
        hap_controller_queue_length: each(({ depth }) => depth),
        hap_controller_scheduled: each(({ scheduled }) => scheduled),
        hap_controller_working: each(({ working }) => working),
        hap_controller_longest_run_seconds: each(({ longestRunMs }) => longestRunMs / 1_000),
        hap_controller_adds_total: each(({ adds }) => adds),
        hap_controller_runs_total: each(({ runs }) => runs),
        hap_controller_retries_total: each(({ retries }) => retries),
        hap_controller_errors_total: each(({ errors }) => errors),
        hap_controller_queue_seconds: spread(({ queueLatency }) => queueLatency),
        hap_controller_run_seconds: spread(({ workDuration }) => workDuration),
      }
    },
  )
}

function distribution(controller: string, { count, sumMs, buckets }: Distribution): readonly Sample[] {
  const bucket = (le: string | number, value: number) => ({ suffix: '_bucket', labels: { controller, le }, value })
  return [
    ...buckets.map(({ atMostMs, count: value }) => bucket(atMostMs / 1_000, value)),
    bucket('+Inf', count),
    { suffix: '_sum', labels: { controller }, value: sumMs / 1_000 },
    { suffix: '_count', labels: { controller }, value: count },
  ]
}
