import { labelledBinding } from '#lib/garden/inventory/account-bindings.ts'
import { accountKey } from '#lib/hap/pools/account.ts'
import type { UsageSource } from '#lib/hap/selection/usage.ts'
import type { AccountCount } from '#lib/store/claims/ledger.ts'
import type { ClaimContext } from './claim-context.ts'
import { claimUsage } from './counts.ts'

/** What is known best of accounts: counts of the database where they were asked for, and bindings as they were last read or written. */
export function latestUsage(
  { inventory, recent }: Pick<ClaimContext, 'inventory' | 'recent'>,
  counts: readonly AccountCount[] | null,
): UsageSource {
  return {
    ...(counts ? claimUsage(inventory, counts) : inventory.usage),
    bindings: ({ account }) =>
      inventory.bindingsOfAccount(accountKey(account)).flatMap(binding => {
        if (recent.has(binding)) return recent.index.get(binding) ?? []
        return labelledBinding(inventory, binding) ?? []
      }),
  }
}
