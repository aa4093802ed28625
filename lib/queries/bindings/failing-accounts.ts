import { accountKey } from '#lib/hap/pools/account.ts'
import type { QueryContext } from '../query-context.ts'

/** How many bindings the search ON_FAILING_ACCOUNTS finds. Counted without searching, since every look at the list of shoots asks. */
export function countOnFailingAccounts({ inventory }: Pick<QueryContext, 'inventory'>): number {
  let count = 0
  for (const { binding } of inventory.pools.values())
    if (inventory.failingCountOfAccount(accountKey(binding.account)) > 0) count++
  return count
}
