import { accountKey } from '#lib/hap/pools/account.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import { type PooledBinding, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { isGivenBack } from '#lib/hap/pools/state.ts'
import type { QueryContext } from '../query-context.ts'

/** What one global account has in a pool. */
export interface Usage {
  /** Bindings that name it as tenant; of a shared pool, bindings whose account it has a shoot on. */
  accounts: number
  shoots: number
}

/** Global accounts that use a pool: owners of its accounts, and in a shared pool whoever has a shoot there. Who gave an account back is none. */
export function tenantsOf(
  pool: Pool,
  bindings: readonly PooledBinding[],
  { inventory, at }: QueryContext,
): ReadonlyMap<string, Usage> {
  const tenants = new Map<string, Usage>()
  const usageOf = (tenant: string) => {
    const known = tenants.get(tenant) ?? { accounts: 0, shoots: 0 }
    tenants.set(tenant, known)
    return known
  }
  // Two bindings may share an account: its shoots count once.
  const counted = new Set<string>()
  for (const pooled of bindings) {
    const owner = isGivenBack(stateAt(pooled, at)) ? null : pooled.labels.tenantName || null
    if (owner !== null) usageOf(owner).accounts++
    const account = accountKey(pooled.binding.account)
    const first = !counted.has(account)
    if (pool.shared) {
      counted.add(account)
      const guests = inventory.shootsOfAccount(account).flatMap(({ globalAccount }) => globalAccount ?? [])
      for (const guest of new Set(guests).difference(new Set([owner]))) usageOf(guest).accounts++
      if (first) for (const guest of guests) usageOf(guest).shoots++
    } else if (!first) continue
    else if (owner !== null) {
      counted.add(account)
      usageOf(owner).shoots += inventory.shootCountOfAccount(account)
    }
  }
  return tenants
}
