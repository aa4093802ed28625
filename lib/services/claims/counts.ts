import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { accountKey } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ClusterCount, UsageSource } from '#lib/hap/selection/usage.ts'
import type { AccountCount } from '#lib/store/claims/ledger.ts'
import { namesOf } from './claim-shoots.ts'

/** Clusters of accounts: those of the database, and the shoots that no claim of the account is for (semantics: "Counting clusters"). */
export function claimUsage(inventory: Inventory, counts: readonly AccountCount[]): UsageSource {
  const clusters = accountCounter(inventory, counts)
  return { ...inventory.usage, clusters: ({ account }) => clusters(accountKey(account)) }
}

/** The same by the key of an account. */
export function accountCounter(
  inventory: Inventory,
  counts: readonly AccountCount[],
): (account: string) => ClusterCount {
  const known = new Map(counts.map(count => [count.account, count]))
  return account => {
    const count = known.get(account)
    if (!count) return { database: 0, reserved: 0, onlyInGardener: inventory.shootCountOfAccount(account) }
    const registered = new Set(count.registered)
    const isRegistered = ({ name, runtimeId }: Shoot) =>
      registered.has(name) || (runtimeId !== null && registered.has(runtimeId))
    const shoots = inventory.shootsOfAccount(account)
    const onlyInGardener = registered.size === 0 ? shoots.length : shoots.filter(shoot => !isRegistered(shoot)).length
    return { database: count.active, reserved: count.reserved, onlyInGardener }
  }
}

/** Names and runtime ids of the shoots on some accounts: by these a claim may name its cluster. */
export function clusterNames(inventory: Inventory, accounts: Iterable<string>): readonly string[] {
  return namesOf([...accounts].flatMap(account => inventory.shootsOfAccount(account)))
}
