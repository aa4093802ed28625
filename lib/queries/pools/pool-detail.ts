import { type Pool, parsePoolKey, poolKey } from '#lib/hap/pools/pool.ts'
import { compareText } from '#lib/hap/text.ts'
import { IN_GARDENER, shootsOnTerms } from '#lib/search/shoot-terms.ts'
import type { BindingRow } from '../bindings/binding-list.ts'
import { listBindings } from '../bindings/list-bindings.ts'
import { areBindingsRead } from '../health.ts'
import type { QueryContext } from '../query-context.ts'
import { mapRulesToPools } from '../rules-by-pool.ts'
import { buildServedRow } from './list-pools.ts'
import { accountKeys, countShoots, listOwners, ownedSearch } from './owners.ts'
import { getFactsOfPool } from './pool-facts.ts'
import type { PoolRow } from './pool-row.ts'
import type { Usage } from './pool-share.ts'
import type { WaitingByPool } from './queues.ts'
import { listSelectors, type SelectorView } from './selectors.ts'

/** A global account with its usage of the pool. */
export interface PoolTenant extends Readonly<Usage> {
  readonly globalAccount: string
  /** Finds the bindings that `accounts` counts; null for none. */
  readonly q: string | null
  /** Finds the shoots that `shoots` counts; null where no search finds exactly these. */
  readonly shootsQ: string | null
}

/** Content of the page of a pool. */
export interface PoolDetail {
  readonly row: PoolRow & { readonly pool: Pool }
  readonly selectors: readonly SelectorView[]
  /** The first MAX_TENANTS, by usage. */
  readonly tenants: readonly PoolTenant[]
  /** The first MAX_BINDINGS, by name. */
  readonly bindings: readonly BindingRow[]
  /** Number of all bindings of the pool. */
  readonly bindingCount: number
}

const MAX_TENANTS = 20
const MAX_BINDINGS = 12

/**
 * Returns the detail of a pool; null when it has no binding, rule and waiting claim, and when it
 * only has a rule or claim while bindings are not completely read. `waiting` as in listPools.
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
  const { rows, hits } = listBindings(context, { q: `pool:${key}`, sort: '', offset: 0, limit: MAX_BINDINGS })
  return {
    row: buildServedRow(key, facts, { rules, alarms: context.alarms(), waiting }),
    selectors: listSelectors(pool, context),
    tenants: listFirstTenants(pool, facts.tenants, context),
    bindings: rows,
    bindingCount: hits,
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

/**
 * Shoots in a dedicated pool belong to the owner of the account, even those of other global
 * accounts; of two owners, to the first.
 */
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

/** A tenant of a shared pool owns no account, but has shoots on some. */
function tenantSearch(pool: Pool, globalAccount: string): string {
  if (pool.shared) return `pool:${poolKey(pool)} tenant:${globalAccount}`
  return ownedSearch(globalAccount, pool)
}
