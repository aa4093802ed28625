import { SETTINGS } from '#lib/env.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { landscapeMetrics } from '#lib/runtime/metrics/testing/landscape-metrics.ts'
import { MetricRegistry } from '#lib/telemetry/metric-registry.ts'
import type { Bench } from './bench.ts'

const RUNS = 40
const WARM_RUNS = 10

/** Cost of a Prometheus scrape on 5,000 bindings and 20,000 shoots. */
export const benches: Bench[] = [
  {
    name: 'metrics: one reading of the large landscape, p95',
    unit: 'ms',
    budget: 50,
    run: () => scrapes(Number(SETTINGS.HAP_METRICS_SERIES.fallback)),
  },
]

async function scrapes(mostSeries: number): Promise<number> {
  const { context } = landscapeContext('large')
  const metrics = new MetricRegistry(error => {
    throw error
  })
  for (const source of landscapeMetrics(context, mostSeries)) metrics.add(source)
  const times: number[] = []
  for (let run = 0; run < WARM_RUNS + RUNS; run++) {
    const begun = performance.now()
    await metrics.text()
    if (run >= WARM_RUNS) times.push(performance.now() - begun)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(RUNS * 0.95)] ?? Number.NaN
}
