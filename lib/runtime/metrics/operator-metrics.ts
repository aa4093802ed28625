import type { ControllerMetrics, Distribution } from '#lib/operators/framework/metrics.ts'
import type { RunningOperators } from '#lib/queries/operators/controllers.ts'
import { type MetricSource, metricSource, type Sample, single } from '#lib/telemetry/metrics/family.ts'

const gauge = (help: string) => ({ type: 'gauge', help }) as const
const counter = (help: string) => ({ type: 'counter', help }) as const
const histogram = (help: string) => ({ type: 'histogram', help }) as const

/** The cleaner works whoever leads. */
const CLEANER = 'cleanup'

/** What the controllers of this process do: those of the operators while it leads, and the cleaner. */
export function operatorMetrics(operators: Pick<RunningOperators, 'identity' | 'controllers'>): MetricSource {
  return metricSource(
    {
      hap_operators_leader: gauge('Whether the operators work in this process; absent where it has none'),
      hap_controller_queue_length: gauge('Objects that wait for a controller'),
      hap_controller_scheduled: gauge('Objects a controller is going to look at later'),
      hap_controller_working: gauge('Objects a controller looks at'),
      hap_controller_longest_run_seconds: gauge('How long what a controller does now has taken at most'),
      hap_controller_adds_total: counter('Times an object was handed to a controller'),
      hap_controller_runs_total: counter('Looks of a controller that came to an end'),
      hap_controller_retries_total: counter('Looks of a controller that failed and are tried again'),
      hap_controller_errors_total: counter('Of those, the ones that are more than a conflict of versions'),
      hap_controller_queue_seconds: histogram('Seconds an object waited for a controller'),
      hap_controller_run_seconds: histogram('Seconds a look of a controller took'),
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
