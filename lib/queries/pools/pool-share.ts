import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { isIdle } from '#lib/garden/inventory/pool-neighbours.ts'
import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import { type PooledBinding, poolOf, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { type BindingState, isReleasedState } from '#lib/hap/pools/state.ts'
import { causeOf, checkUsability, documentedUsability, type UnusableCause } from '#lib/hap/selection/usability.ts'
import type { BaseContext } from '../query-context.ts'

/** Usage of a pool by one global account. */
export interface Usage {
  /**
   * Bindings that name it as tenant; in a shared pool, bindings of accounts with a cluster of it.
   */
  readonly accounts: number
  readonly shoots: number
}

/**
 * Contribution of the bindings of one account to one pool. Shoots of an account with two bindings
 * count once.
 */
export interface PoolShare {
  /** Null for bindings without a pool. */
  readonly pool: Pool | null
  /** State of each binding. */
  readonly states: readonly BindingState[]
  /**
   * Owners, and in a shared pool also global accounts with a shoot or a claim on the account. A
   * former owner does not count.
   */
  readonly tenants: ReadonlyMap<string, Usage>
  readonly shoots: number
  /**
   * Free bindings through which a new global account can claim the account; 0 while it is used or
   * unusable.
   */
  readonly empty: number
  /** Causes for shared bindings and such free ones that are unusable, one per binding. */
  readonly unusable: readonly UnusableCause[]
}

/** Lists the contributions of an account, one per pool that it has bindings in. */
export function listShares(account: string, context: BaseContext): readonly PoolShare[] {
  const { inventory } = context
  const bindings = inventory.bindingsOfAccount(account).flatMap(binding => inventory.pools.get(binding) ?? [])
  const [first] = bindings
  if (!first) return []
  const isEmpty = isIdle(inventory, account)
  if (bindings.length === 1) return [shareOf(typedPool(first), bindings, account, isEmpty, context)]
  const groups = Map.groupBy(bindings, pooled => {
    const pool = typedPool(pooled)
    return pool && poolKey(pool)
  })
  return Array.from(groups.values(), group =>
    shareOf(group[0] ? typedPool(group[0]) : null, group, account, isEmpty, context),
  )
}

/** An empty hyperscaler type counts as missing. */
function typedPool(pooled: PooledBinding): Pool | null {
  return pooled.labels.hyperscalerType ? poolOf(pooled) : null
}

function shareOf(
  pool: Pool | null,
  bindings: readonly PooledBinding[],
  account: string,
  isEmpty: boolean,
  { inventory, rules, at }: BaseContext,
): PoolShare {
  const states = bindings.map(pooled => stateAt(pooled, at))
  const shoots = inventory.shootCountOfAccount(account)
  const owners = bindings.map(({ labels }, index) =>
    isReleasedState(states[index]) ? null : labels.tenantName || null,
  )
  const tenants = pool?.shared ? countUsers(owners, account, inventory) : countOwners(owners, shoots)
  const usability = documentedUsability(rules.plans, inventory)
  const offered = bindings.filter((_, index) => states[index] === 'shared' || (isEmpty && states[index] === 'free'))
  const unusable = offered.flatMap(pooled => {
    const found = checkUsability(pooled, usability)
    return found ? [causeOf(found)] : []
  })
  const empty = isEmpty ? states.filter(state => state === 'free').length - unusable.length : 0
  return { pool, states, tenants, shoots, empty, unusable }
}

/** Shoots of a dedicated account with two owners belong to the first, by binding name. */
function countOwners(owners: readonly (string | null)[], shoots: number): ReadonlyMap<string, Usage> {
  const tenants = new Map<string, Usage>()
  for (const owner of owners) {
    if (owner === null) continue
    const known = tenants.get(owner) ?? { accounts: 0, shoots: tenants.size === 0 ? shoots : 0 }
    tenants.set(owner, { ...known, accounts: known.accounts + 1 })
  }
  return tenants
}

function countUsers(
  owners: readonly (string | null)[],
  account: string,
  inventory: Inventory,
): ReadonlyMap<string, Usage> {
  const tenants = new Map<string, Usage>()
  const accounts = owners.length
  for (const { globalAccount: guest } of inventory.shootsOfAccount(account)) {
    if (guest !== null) tenants.set(guest, { accounts, shoots: (tenants.get(guest)?.shoots ?? 0) + 1 })
  }
  for (const { tenant: guest } of inventory.awaitedOfAccount(account)) {
    if (guest !== '' && !tenants.has(guest)) tenants.set(guest, { accounts, shoots: 0 })
  }
  const guests = new Set(tenants.keys())
  for (const owner of owners) {
    if (owner === null || guests.has(owner)) continue
    tenants.set(owner, { accounts: (tenants.get(owner)?.accounts ?? 0) + 1, shoots: 0 })
  }
  return tenants
}
