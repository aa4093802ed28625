import { listBindings } from '#lib/queries/bindings/list-bindings.ts'
import { overview } from '#lib/queries/overview/overview.ts'
import { listPools } from '#lib/queries/pools/list-pools.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { simulate } from '#lib/queries/simulator/simulate.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import type { Bench } from './bench.ts'
import { churn } from './lib/churn.ts'

const REQUEST = {
  plan: 'aws',
  provider: 'aws',
  platformRegion: 'cf-eu11',
  hyperscalerRegion: 'eu-central-1',
  globalAccount: 'ga-of-nobody',
}

/** Data of a page at 5,000 bindings and 20,000 shoots that change between reads, as JSON, 95th percentile. */
export const benches: Bench[] = [
  bench('pools', 10, context => listPools(context, { q: '', sort: '' })),
  bench('bindings, filtered and sorted', 50, context =>
    listBindings(context, { q: 'state:claimed,free shoots:<50 -eu', sort: '-shoots', offset: 0, limit: 100 }),
  ),
  bench('overview', 50, overview),
  bench('simulator', 50, context => simulate(context, REQUEST)),
]

function bench(page: string, budget: number, read: (context: QueryContext) => unknown): Bench {
  return { name: `queries: ${page}, p95`, unit: 'ms', budget, run: () => p95(read) }
}

function p95(read: (context: QueryContext) => unknown): number {
  const { context, writer } = landscapeContext('large')
  const change = churn(context.inventory, writer)
  const times = Array.from({ length: 220 }, () => {
    change()
    const started = performance.now()
    JSON.stringify(read(context))
    return performance.now() - started
  })
  // The first calls compile the code.
  return times.slice(20).sort((a, b) => a - b)[190] ?? Number.NaN
}
