import { type Pool, parsePoolKey, poolKey } from '#lib/hap/pools/pool.ts'
import { compareText } from '#lib/hap/text/text.ts'
import { IN_GARDENER, shootsOnTerms } from '#lib/search/shoot-terms.ts'
import type { BindingRow } from '../bindings/binding-list.ts'
import { listBindings } from '../bindings/list-bindings.ts'
import { areBindingsRead } from '../health.ts'
import type { QueryContext } from '../query-context.ts'
import { buildServedRow } from './list-pools.ts'
import { accountKeys, countShoots, listOwners, ownedSearch } from './owners.ts'
import { getFactsOfPool } from './pool-facts.ts'
import type { PoolRow } from './pool-row.ts'
import type { Usage } from './pool-share.ts'
import type { WaitingByPool } from './queues.ts'
import { mapRulesToPools } from './rules-by-pool.ts'
import { listSelectors, type SelectorView } from './selectors.ts'

export interface PoolTenant extends Readonly<Usage> {
  readonly globalAccount: string
  /** Finds the bindings counted in `accounts`; null when there is none. */
  readonly q: string | null
  /** Finds the shoots counted in `shoots`; null where no search finds just them. */
  readonly shootsQ: string | null
}

export interface PoolDetail {
  readonly row: PoolRow & { readonly pool: Pool }
  readonly selectors: readonly SelectorView[]
  /** The first of `row.tenants`, by what they use. */
  readonly tenants: readonly PoolTenant[]
  /** The first of `row.accounts`, as the list of bindings begins. */
  readonly bindings: readonly BindingRow[]
}

const MAX_TENANTS = 20
const MAX_BINDINGS = 12

/**
 * One pool by its key; null when no binding is in it, no rule leads to it and no claim waits for it, or nobody can tell since
 * bindings were not read. `waiting` as in listPools.
 */
export function getPoolDetail(
  context: QueryContext,
  key: string,
  waiting: WaitingByPool | null = null,
): PoolDetail | null {
  const pool = parsePoolKey(key)
  if (!pool) return null
  const facts = getFactsOfPool(pool, context)
  const rules = mapRulesToPools([pool], context).leading.get(key) ?? []
  const isNamed = rules.length > 0 || waiting?.has(key) === true
  if (facts.accounts === 0 && (!isNamed || !areBindingsRead(context))) return null
  return {
    row: buildServedRow(key, facts, { rules, alarms: context.alarms(), waiting }),
    selectors: listSelectors(pool, context),
    tenants: listFirstTenants(pool, facts.tenants, context),
    bindings: listBindings(context, { q: `pool:${key}`, sort: '', offset: 0, limit: MAX_BINDINGS }).rows,
  }
}

function listFirstTenants(
  pool: Pool,
  tenants: ReadonlyMap<string, Usage>,
  context: QueryContext,
): readonly PoolTenant[] {
  return Array.from(tenants, ([globalAccount, usage]) => ({
    ...usage,
    globalAccount,
    q: usage.accounts > 0 ? tenantSearch(pool, globalAccount) : null,
  }))
    .sort((a, b) => b.accounts - a.accounts || b.shoots - a.shoots || compareText(a.globalAccount, b.globalAccount))
    .slice(0, MAX_TENANTS)
    .map(tenant => ({ ...tenant, shootsQ: shootsSearch(pool, tenant, context) }))
}

/** In a dedicated pool they are all that run on its accounts, whoever's they are; of two owners of one account the first has them. */
function shootsSearch(
  pool: Pool,
  { globalAccount, shoots }: Omit<PoolTenant, 'shootsQ'>,
  context: QueryContext,
): string | null {
  if (pool.shared) return `pool:${poolKey(pool)} ga:${globalAccount} ${IN_GARDENER}`
  const { inventory } = context
  const pooled = inventory.bindingsOfTenant(globalAccount).flatMap(binding => inventory.pools.get(binding) ?? [])
  const bindings = listOwners(context, pooled).find(({ key }) => key === poolKey(pool))?.bindings ?? []
  if (countShoots(bindings, context) !== shoots) return null
  return shootsOnTerms(accountKeys(bindings))
}

/** In a shared pool a tenant has no account of its own, only shoots on some. */
function tenantSearch(pool: Pool, globalAccount: string): string {
  if (pool.shared) return `pool:${poolKey(pool)} tenant:${globalAccount}`
  return ownedSearch(globalAccount, pool)
}
