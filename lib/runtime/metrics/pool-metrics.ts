import { type AccountCondition, CONDITION_CAUSES } from '#lib/hap/pools/account-condition.ts'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import { UNUSABLE_CAUSES } from '#lib/hap/selection/usability.ts'
import { listPools } from '#lib/queries/pools/list-pools.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import type { WaitingByPool } from '#lib/queries/pools/queues.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { gauge, type MetricSource, metricSource, type Sample, single } from '#lib/telemetry/metric-source.ts'

interface PoolParts {
  context(): QueryContext
  readonly queues: { read(): Promise<WaitingByPool | null> }
}

/** The figures of the page Pools for at most `maxPools` pools, those with the most accounts first. */
export function poolMetrics({ context, queues }: PoolParts, maxPools: number): MetricSource {
  return metricSource(
    {
      hap_pool_info: gauge('What a pool is: its hyperscaler type, and whether it is for EU access or shared'),
      hap_pool_accounts: gauge('Accounts of a pool by state'),
      hap_pool_usable_accounts: gauge('Free accounts of a pool that a new global account may get'),
      hap_pool_unusable_accounts: gauge('Shared and free accounts of a pool that no request gets, by cause'),
      hap_pool_shoots: gauge('Shoots on the accounts of a pool'),
      hap_pool_tenants: gauge('Global accounts that use a pool'),
      hap_pool_waiting_claims: gauge('Claims that wait for an account of a pool'),
      hap_pool_runway_days: gauge(
        'Days until a pool has no account left at the rate of the last 30 days; +Inf while it does not shrink, absent while too little is known',
      ),
      hap_pool_alarm: gauge('Alarms that are raised for a pool, by reason: few accounts left, or days'),
      hap_pool_problem: gauge('What is wrong with a pool: no-rule, no-binding, only-queue or exhausted'),
      hap_account_conditions: gauge('Accounts in any state that Gardener refuses to write or use, by cause'),
      hap_pools_left_out: gauge('Pools these metrics leave out, since there are more than HAP_METRICS_SERIES'),
      hap_poolless_accounts: gauge('Bindings without a hyperscaler type, which are in no pool'),
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
        hap_poolless_accounts: single(view.poolless.count),
      }
    },
  )
}

/** Includes zeros, so that an alert sees a condition begin. */
function conditionSamples(conditions: Iterable<AccountCondition>): readonly Sample[] {
  const counts = new Map<string, number>(CONDITION_CAUSES.map(cause => [cause, 0]))
  for (const { cause } of conditions) counts.set(cause, (counts.get(cause) ?? 0) + 1)
  return Array.from(counts, ([cause, value]) => ({ labels: { cause }, value }))
}

function ofPool({ key }: PoolRow, value: number | null): readonly Sample[] {
  return value === null ? [] : [{ labels: { pool: key }, value }]
}

function runwayDays({ water }: PoolRow): number | null {
  if (water === null || water.runway.kind === 'unknown') return null
  return water.runway.kind === 'steady' ? Number.POSITIVE_INFINITY : water.runway.days
}
