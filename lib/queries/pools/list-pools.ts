import { isExhausted, parsePoolKey, poolKey, providerOf } from '#lib/hap/pools/pool.ts'
import { countStates, type StateCounts } from '#lib/hap/pools/pooled-binding.ts'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import { NONE_UNUSABLE } from '#lib/hap/selection/usability.ts'
import type { SearchError } from '#lib/search/term.ts'
import type { KnownClusters } from '../cluster-register.ts'
import { type Listed, listUnread } from '../health.ts'
import { type Exported, type ExportRequest, exportList } from '../lists/export-list.ts'
import { type ListRequest, selectItems } from '../lists/list-window.ts'
import type { QueryContext } from '../query-context.ts'
import { mapRulesToPools, type RuleLink, type UnservedReach } from '../rules-by-pool.ts'
import { getFactsOfPool, getPoolFacts, POOLLESS_TERM, type PoolFacts } from './pool-facts.ts'
import { byRoom, POOL_LIST } from './pool-list.ts'
import type { AlarmsInForce } from './pool-rates.ts'
import { buildPoolRow, type PoolGroup, type PoolRow } from './pool-row.ts'
import type { PoolShare } from './pool-share.ts'
import type { WaitingByPool } from './queues.ts'

/** Content of the pools page. */
export interface PoolsView {
  readonly groups: readonly PoolGroup[]
  /**
   * Pools that the search finds, and all pools. An entry that only a rule names counts in neither.
   */
  readonly hits: number
  readonly of: number
  /** Whether the search finds all entries. */
  readonly all: boolean
  /**
   * Accounts of the pools that the search finds; all accounts, including those without a pool, when
   * it finds all.
   */
  readonly accounts: number
  readonly states: StateCounts
  /** Bindings without a hyperscaler type, which are in no pool; `q` finds exactly these. */
  readonly poolless: {
    readonly count: number
    readonly q: string
    /** Accounts without any binding in a pool. */
    readonly accounts: number
  }
  /**
   * Pools that rules or waiting claims need and that have no usable account, independent of the
   * search.
   */
  readonly exhausted: readonly PoolRow[]
  /** Pools with an alarm and a usable account, independent of the search. */
  readonly low: readonly PoolRow[]
  readonly errors: readonly SearchError[]
  /** Sources that are not completely read; counts of these are unknown. */
  readonly unread: readonly Listed[]
}

/**
 * Lists each pool with a binding, a rule or a queue, grouped by hyperscaler. `waiting` is null when
 * it was not read or the database does not answer.
 */
export function listPools(
  context: QueryContext,
  request: Pick<ListRequest, 'q' | 'sort'>,
  waiting: WaitingByPool | null = null,
): PoolsView {
  const { pools: facts, poolless, several, accounts } = getPoolFacts(context)
  const { leading, unserved } = mapRulesToPools(
    Array.from(facts.values(), ({ pool }) => pool),
    context,
  )
  const alarms = context.alarms()
  const rows = [
    ...Array.from(facts, ([key, one]) => buildServedRow(key, one, { rules: leading.get(key) ?? [], alarms, waiting })),
    ...unserved.map(reach => buildUnservedRow(reach, alarms, waiting)),
  ]
  rows.push(...listQueuedRows(rows, context, { alarms, waiting }))
  const { found, errors } = selectItems(rows, request, POOL_LIST)
  const all = found.length === rows.length
  const repeats = repeatsIn(found, several, all)
  return {
    groups: groupRows(found, facts, several),
    hits: served(found).length,
    of: facts.size,
    all,
    accounts: all ? accounts : sum(found, row => row.accounts) - repeats.length,
    states: sumStates(all ? [...found, poolless] : found, repeats),
    poolless: {
      count: poolless.bindings,
      q: POOLLESS_TERM,
      accounts: poolless.accounts - several.filter(shares => shares.some(({ pool }) => pool === null)).length,
    },
    exhausted: rows.filter(isExhausted).sort(byRoom),
    low: rows.filter(row => row.low).sort(byRoom),
    errors,
    unread: listUnread(context),
  }
}

/**
 * Exports the pools page in the order of its groups; `known` and `waiting` are null when the
 * database does not answer.
 */
export function exportPools(
  context: QueryContext,
  known: KnownClusters | null,
  request: ExportRequest,
  waiting: WaitingByPool | null = null,
): Exported {
  const { groups, errors } = listPools(context, request, waiting)
  const found = groups.flatMap(({ pools }) => pools)
  return exportList({ found, errors }, { context, known, request, rows: 'bindings', list: POOL_LIST })
}

interface RowParts {
  readonly alarms: AlarmsInForce
  readonly waiting: WaitingByPool | null
}

/** Builds the row of a pool that has bindings, waiting claims or a rule. */
export function buildServedRow(
  key: string,
  { pool, accounts, states, tenants, shoots, usable, unusable }: PoolFacts,
  { rules, alarms, waiting }: RowParts & { readonly rules: readonly RuleLink[] },
): PoolRow & Pick<PoolFacts, 'pool'> {
  const counted = {
    key,
    pool,
    name: pool.hyperscalerType,
    euAccess: pool.euAccess,
    shared: pool.shared,
    provider: providerOf(pool.hyperscalerType),
    accounts,
    states,
    usable: rules.length > 0 && !pool.shared ? usable : 0,
    unusable,
    tenants: tenants.size,
    shoots,
    waiting: countWaiting(key, waiting),
    rules,
  }
  return { ...buildPoolRow(counted, usable, alarms), pool }
}

/** Lists the pools that only waiting claims name. */
function listQueuedRows(rows: readonly PoolRow[], context: QueryContext, parts: RowParts): readonly PoolRow[] {
  const listed = new Set(rows.map(({ key }) => key))
  return [...(parts.waiting?.keys() ?? [])].flatMap(key => {
    const pool = listed.has(key) ? null : parsePoolKey(key)
    if (pool === null) return []
    const rules = mapRulesToPools([pool], context).leading.get(key) ?? []
    return {
      ...buildServedRow(key, getFactsOfPool(pool, context), { ...parts, rules }),
      problem: 'only-queue' as const,
    }
  })
}

function countWaiting(key: string, waiting: WaitingByPool | null): number | null {
  return waiting && (waiting.get(key) ?? 0)
}

function buildUnservedRow(
  { key, reach, pool, name, rules }: UnservedReach,
  alarms: AlarmsInForce,
  waiting: WaitingByPool | null,
): PoolRow {
  const { provider, euAccess, shared } = reach
  const nothing = { accounts: 0, states: countStates([], 0), usable: 0, unusable: NONE_UNUSABLE, tenants: 0, shoots: 0 }
  const counted = { ...nothing, waiting: countWaiting(key, waiting) }
  return buildPoolRow({ key, pool, name, euAccess, shared, provider, ...counted, rules }, 0, alarms)
}

/** A group is placed at its first row, so that a sort orders the groups too. */
function groupRows(
  rows: readonly PoolRow[],
  facts: ReadonlyMap<string, PoolFacts>,
  several: readonly (readonly PoolShare[])[],
): readonly PoolGroup[] {
  const groups = Map.groupBy(rows, row => row.provider)
  return Array.from(groups, ([provider, pools]) => {
    const repeats = repeatsIn(pools, several)
    const offering = pools.filter(({ usable }) => usable > 0)
    const usable = sum(offering, row => row.usable)
    const usableRepeats = repeats.length === 0 ? [] : repeatsIn(offering, several)
    return {
      provider,
      pools,
      accounts: sum(pools, row => row.accounts) - repeats.length,
      states: sumStates(pools, repeats),
      usable: usable - usableRepeats.filter(share => share.usable).length,
      tenants: tenantsOf(pools.flatMap(row => facts.get(row.key) ?? [])),
      shoots: sum(pools, row => row.shoots) - sum(repeats, ({ shoots }) => shoots),
    }
  })
}

/**
 * Lists the shares that sums over some pools count twice: of each account, all but the first.
 * `withPoolless`: the sums include bindings without a pool.
 */
function repeatsIn(
  pools: readonly PoolRow[],
  several: readonly (readonly PoolShare[])[],
  withPoolless = false,
): readonly PoolShare[] {
  if (several.length === 0) return []
  const keys = new Set(pools.map(({ key }) => key))
  return several.flatMap(shares =>
    shares.filter(({ pool }) => (pool === null ? withPoolless : keys.has(poolKey(pool)))).slice(1),
  )
}

function served(rows: readonly PoolRow[]): readonly PoolRow[] {
  return rows.filter(row => row.accounts > 0)
}

function sum<Item>(items: readonly Item[], figure: (item: Item) => number): number {
  return items.reduce((total, item) => total + figure(item), 0)
}

/** Counts the global accounts that use at least one of the pools. */
function tenantsOf(facts: readonly PoolFacts[]): number {
  const tenants = new Set<string>()
  for (const each of facts) for (const tenant of each.tenants.keys()) tenants.add(tenant)
  return tenants.size
}

function sumStates(counted: readonly Pick<PoolRow, 'states'>[], repeats: readonly PoolShare[]): StateCounts {
  const totals = { ...countStates([], 0) } as Record<(typeof BINDING_STATES)[number], number>
  for (const { states } of counted) for (const state of BINDING_STATES) totals[state] += states[state]
  for (const { state } of repeats) totals[state]--
  return totals
}
