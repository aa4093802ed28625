import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { accountKey } from '#lib/hap/pools/account.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { UsageSource } from '#lib/hap/selection/usage.ts'
import type { AccountCount } from '#lib/store/claims/ledger.ts'
import { namesOf } from './claim-shoots.ts'

/** Clusters of accounts: those of the database, and the shoots that no claim of the account is for (semantics: "Counting clusters"). */
export function claimUsage(inventory: Inventory, counts: readonly AccountCount[]): UsageSource {
  const known = new Map(counts.map(count => [count.account, count]))
  return {
    ...inventory.usage,
    clusters(binding) {
      const key = accountKey(binding.account)
      const count = known.get(key)
      if (!count) return { database: 0, reserved: 0, onlyInGardener: inventory.shootCountOfAccount(key) }
      const registered = new Set(count.registered)
      const isRegistered = ({ name, runtimeId }: Shoot) =>
        registered.has(name) || (runtimeId !== null && registered.has(runtimeId))
      const shoots = inventory.shootsOfAccount(key)
      const onlyInGardener = registered.size === 0 ? shoots.length : shoots.filter(shoot => !isRegistered(shoot)).length
      return { database: count.active, reserved: count.reserved, onlyInGardener }
    },
  }
}

/** Names and runtime ids of the shoots on some accounts: by these a claim may name its cluster. */
export function clusterNames(inventory: Inventory, accounts: Iterable<string>): readonly string[] {
  return namesOf([...accounts].flatMap(account => inventory.shootsOfAccount(account)))
}
