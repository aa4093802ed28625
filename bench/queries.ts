import { listBindings } from '#lib/queries/bindings/list-bindings.ts'
import type { KnownClusters } from '#lib/queries/cluster-register.ts'
import { findThings } from '#lib/queries/find-things.ts'
import { listGlobalAccounts } from '#lib/queries/global-accounts/global-account-list.ts'
import { getOverview } from '#lib/queries/overview.ts'
import { listPools } from '#lib/queries/pools/list-pools.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { listShoots } from '#lib/queries/shoots/list-shoots.ts'
import { simulate } from '#lib/queries/simulator/simulate.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import type { Bench } from './bench.ts'
import { churn } from './lib/churn.ts'
import { halfKnown } from './lib/half-known.ts'

/** Minimum length of a response with content: the time of an empty list would prove nothing. */
const LEAST_ANSWER = 1_000

const REQUEST = {
  plan: 'aws',
  provider: 'aws',
  platformRegion: 'cf-eu11',
  hyperscalerRegion: 'eu-central-1',
  globalAccount: 'ga-unknown',
}

/** Data of a page as JSON, with 5,000 bindings and 20,000 shoots that change between reads, 95th percentile. */
export const benches: Bench[] = [
  bench('pools', 10, context => listPools(context, { q: '', sort: '' })),
  bench('bindings, filtered and sorted', 50, context =>
    listBindings(context, { q: 'state:claimed,free shoots:<50 -eu', sort: '-shoots', offset: 0, limit: 100 }),
  ),
  shootsBench('shoots', { q: '', sort: '' }),
  shootsBench('shoots, filtered and sorted', {
    q: 'known:both -error:infrastructure region:eu-central-1',
    sort: '-when',
  }),
  globalAccountsBench('global accounts', { q: '', sort: '' }),
  globalAccountsBench('global accounts, filtered and sorted', {
    q: 'state:claimed -problem:stuck clusters:>1',
    sort: '-fill',
  }),
  clustersBench('things by name', (context, known) => findThings(context, known, 'a')),
  bench('overview', 50, getOverview),
  bench('simulator', 50, context => simulate(context, REQUEST)),
]

function bench(page: string, budget: number, read: (context: QueryContext) => unknown): Bench {
  return { name: `queries: ${page}, p95`, unit: 'ms', budget, run: () => p95(read) }
}

function globalAccountsBench(page: string, search: { readonly q: string; readonly sort: string }): Bench {
  return bench(page, 50, context => listGlobalAccounts(context, { ...search, offset: 0, limit: 100 }))
}

function p95(read: (context: QueryContext) => unknown): number {
  const { context, writer } = landscapeContext('large')
  const change = churn(context.inventory, writer)
  const times = Array.from({ length: 220 }, () => {
    change()
    const started = performance.now()
    const { length } = JSON.stringify(read(context))
    const took = performance.now() - started
    if (length < LEAST_ANSWER) throw new Error(`The answer has only ${length} characters.`)
    return took
  })
  // The first calls compile the code.
  return times.slice(20).sort((a, b) => a - b)[190] ?? Number.NaN
}

function shootsBench(page: string, search: { readonly q: string; readonly sort: string }): Bench {
  return clustersBench(page, (context, known) => listShoots(context, known, { ...search, offset: 0, limit: 100 }))
}

/** The database has records of half of the landscape's clusters. */
function clustersBench(page: string, read: (context: QueryContext, known: KnownClusters) => unknown): Bench {
  let known: KnownClusters | null = null
  return bench(page, 50, context => {
    known ??= halfKnown(context)
    return read(context, known)
  })
}
