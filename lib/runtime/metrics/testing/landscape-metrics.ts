import { knownClusters } from '#lib/queries/cluster-register.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { claimFor } from '#lib/queries/testing/landscape-context.ts'
import type { MetricSource } from '#lib/telemetry/metric-registry.ts'
import { kebMetrics } from '../keb-metrics.ts'
import { poolMetrics } from '../start-metrics.ts'

/** What grows with a landscape, of one in which everything that runs has its claim, and two claims wait. */
export function landscapeMetrics(context: QueryContext, mostSeries: number): readonly MetricSource[] {
  const { inventory } = context
  const claims = Array.from(inventory.shoots(), shoot => claimFor(shoot, context))
  const known = knownClusters(claims)
  const clusters = { read: async () => known }
  const queues = { read: async () => new Map([['aws', 2]]) }
  return [poolMetrics({ context: () => context, queues }, mostSeries), kebMetrics({ inventory, clusters }, mostSeries)]
}
