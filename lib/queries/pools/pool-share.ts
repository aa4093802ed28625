import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { sharesOfAccount } from '#lib/garden/inventory/pool-neighbours.ts'
import { type PooledBinding, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { isReleasedState } from '#lib/hap/pools/state.ts'
import type { AccountShare } from '#lib/hap/selection/account-shares.ts'
import type { BaseContext } from '../query-context.ts'

/** Usage of a pool by one global account. */
export interface Usage {
  /** Accounts that it owns; in a shared pool, accounts with a cluster of it. */
  readonly accounts: number
  readonly shoots: number
}

/** Contribution of one account to one pool, with its users. */
export interface PoolShare extends AccountShare {
  /**
   * Owners, and in a shared pool also global accounts with a shoot or a claim on the account. A
   * former owner does not count.
   */
  readonly tenants: ReadonlyMap<string, Usage>
  readonly shoots: number
}

/** Lists the contributions of an account, one per pool that it has bindings in. */
export function listShares(account: string, { inventory, rules, at }: BaseContext): readonly PoolShare[] {
  return sharesOfAccount(inventory, account, rules.plans, at).map(share => {
    const shoots = inventory.shootCountOfAccount(account)
    const owners = ownersOf(share.bindings, at)
    const tenants = share.pool?.shared ? countUsers(owners, account, inventory) : countOwners(owners, shoots)
    return { ...share, tenants, shoots }
  })
}

function ownersOf(bindings: readonly PooledBinding[], at: number): ReadonlySet<string> {
  const owned = bindings.filter(pooled => !isReleasedState(stateAt(pooled, at)))
  return new Set(owned.flatMap(({ labels: { tenantName } }) => tenantName || []))
}

/** Shoots of a dedicated account with two owners belong to the first, by binding name. */
function countOwners(owners: ReadonlySet<string>, shoots: number): ReadonlyMap<string, Usage> {
  const tenants = new Map<string, Usage>()
  for (const owner of owners) tenants.set(owner, { accounts: 1, shoots: tenants.size === 0 ? shoots : 0 })
  return tenants
}

function countUsers(owners: ReadonlySet<string>, account: string, inventory: Inventory): ReadonlyMap<string, Usage> {
  const tenants = new Map<string, Usage>()
  const add = (tenant: string, shoots: number) => {
    tenants.set(tenant, { accounts: 1, shoots: (tenants.get(tenant)?.shoots ?? 0) + shoots })
  }
  for (const { globalAccount } of inventory.shootsOfAccount(account)) if (globalAccount !== null) add(globalAccount, 1)
  for (const { tenant } of inventory.awaitedOfAccount(account)) if (tenant !== '') add(tenant, 0)
  for (const owner of owners) add(owner, 0)
  return tenants
}
