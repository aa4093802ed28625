import { accountKey } from '#lib/hap/pools/binding.ts'
import type { QueryContext } from '../query-context.ts'

/** How many bindings the search ON_FAILING_ACCOUNTS finds. Counted without searching, since every look at the list of shoots asks. */
export function countOnFailingAccounts({ inventory }: Pick<QueryContext, 'inventory'>): number {
  const accounts = new Set<string>()
  for (const shoot of inventory.failingShoots()) {
    const account = inventory.accountOfShoot(shoot)
    if (account !== null) accounts.add(accountKey(account))
  }
  let count = 0
  for (const account of accounts)
    for (const binding of inventory.bindingsOfAccount(account)) if (inventory.pools.get(binding) !== null) count++
  return count
}
