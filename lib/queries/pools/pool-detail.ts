import { type Pool, parsePoolKey, poolKey } from '#lib/hap/pools/pool.ts'
import { compareText } from '#lib/hap/text/text.ts'
import { IN_GARDENER, shootsOnTerms } from '#lib/search/shoot-terms.ts'
import type { BindingRow } from '../bindings/binding-list.ts'
import { listBindings } from '../bindings/list-bindings.ts'
import { bindingsAreRead } from '../health.ts'
import type { QueryContext } from '../query-context.ts'
import { servedRow } from './list-pools.ts'
import { accountsOf, ownedTerms, ownersOf, shootsOn } from './owners.ts'
import { factsOfPool } from './pool-facts.ts'
import type { PoolRow } from './pool-row.ts'
import type { Usage } from './pool-share.ts'
import type { WaitingByPool } from './queues.ts'
import { rulesByPool } from './rules-by-pool.ts'
import { type SelectorView, selectorsOf } from './selectors.ts'

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

const TENANTS = 20
const BINDINGS = 12

/**
 * One pool by its key; null when no binding is in it, no rule leads to it and no claim waits for it, or nobody can tell since
 * bindings were not read. `waiting` as in listPools.
 */
export function poolDetail(
  context: QueryContext,
  key: string,
  waiting: WaitingByPool | null = null,
): PoolDetail | null {
  const pool = parsePoolKey(key)
  if (!pool) return null
  const facts = factsOfPool(pool, context)
  const rules = rulesByPool([pool], context).leading.get(key) ?? []
  const isNamed = rules.length > 0 || waiting?.has(key) === true
  if (facts.accounts === 0 && (!isNamed || !bindingsAreRead(context))) return null
  return {
    row: servedRow(key, facts, { rules, alarms: context.alarms(), waiting }),
    selectors: selectorsOf(pool, context),
    tenants: firstTenants(pool, facts.tenants, context),
    bindings: listBindings(context, { q: `pool:${key}`, sort: '', offset: 0, limit: BINDINGS }).rows,
  }
}

function firstTenants(pool: Pool, tenants: ReadonlyMap<string, Usage>, context: QueryContext): readonly PoolTenant[] {
  return Array.from(tenants, ([globalAccount, usage]) => ({
    ...usage,
    globalAccount,
    q: usage.accounts > 0 ? tenantTerms(pool, globalAccount) : null,
  }))
    .sort((a, b) => b.accounts - a.accounts || b.shoots - a.shoots || compareText(a.globalAccount, b.globalAccount))
    .slice(0, TENANTS)
    .map(tenant => ({ ...tenant, shootsQ: shootsTerms(pool, tenant, context) }))
}

/** In a dedicated pool they are all that run on its accounts, whoever's they are; of two owners of one account the first has them. */
function shootsTerms(
  pool: Pool,
  { globalAccount, shoots }: Omit<PoolTenant, 'shootsQ'>,
  context: QueryContext,
): string | null {
  if (pool.shared) return `pool:${poolKey(pool)} ga:${globalAccount} ${IN_GARDENER}`
  const { inventory } = context
  const pooled = inventory.bindingsOfTenant(globalAccount).flatMap(binding => inventory.pools.get(binding) ?? [])
  const bindings = ownersOf(context, pooled).find(({ key }) => key === poolKey(pool))?.bindings ?? []
  if (shootsOn(bindings, context) !== shoots) return null
  return shootsOnTerms(accountsOf(bindings))
}

/** In a shared pool a tenant has no account of its own, only shoots on some. */
function tenantTerms(pool: Pool, globalAccount: string): string {
  if (pool.shared) return `pool:${poolKey(pool)} tenant:${globalAccount}`
  return ownedTerms(globalAccount, pool)
}
