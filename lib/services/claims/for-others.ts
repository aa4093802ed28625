import { accountKey } from '#lib/hap/pools/binding.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import type { PoolIndex } from '#lib/hap/pools/pool-index.ts'
import type { ClaimContext } from './claim-context.ts'

/** Keys of the free accounts of a pool that whoever came earlier may have: all but those that clusters or claims of the tenant are on. */
export function forOthers(
  { inventory }: Pick<ClaimContext, 'inventory'>,
  index: Pick<PoolIndex, 'claimable'>,
  pool: Pool,
  tenant: string,
): Set<string> {
  const accounts = new Set(index.claimable(pool).map(({ binding }) => accountKey(binding.account)))
  for (const shoot of inventory.shootsOfTenant(tenant)) {
    const account = inventory.accountOfShoot(shoot)
    if (account !== null) accounts.delete(accountKey(account))
  }
  for (const { account } of inventory.awaitedOfTenant(tenant)) accounts.delete(account)
  return accounts
}
