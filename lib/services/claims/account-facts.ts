import { findMigrationOfAccount, readPooledBinding } from '#lib/garden/inventory/account-bindings.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { accountKey, type Binding } from '#lib/hap/pools/binding.ts'
import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import type { PoolIndex } from '#lib/hap/pools/pool-index.ts'
import { labelsIn, type Migration, poolOf } from '#lib/hap/pools/pooled-binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ClusterCount, UsageSource } from '#lib/hap/selection/usage.ts'
import type { PassedOver } from '#lib/store/claims/claim-grounds.ts'
import type { AccountCount, Facts } from '#lib/store/claims/ledger.ts'
import type { ClaimContext } from './claim-context.ts'
import { namesOf } from './claim-shoots.ts'

/** Usage by the database and the inventory: clusters of claims, and shoots without a claim (semantics: "Counting clusters"). */
export function claimUsage(inventory: Inventory, counts: readonly AccountCount[]): UsageSource {
  const clusters = accountCounter(inventory, counts)
  return { ...inventory.usage, clusters: ({ account }) => clusters(accountKey(account)) }
}

/** Counts the clusters of an account by its key, as `claimUsage` does. */
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

/** Names and runtime ids of the shoots on `accounts`; a claim names its cluster by one of these. */
export function clusterNames(inventory: Inventory, accounts: Iterable<string>): readonly string[] {
  return namesOf([...accounts].flatMap(account => inventory.shootsOfAccount(account)))
}

type Known = Pick<ClaimContext, 'inventory' | 'recent'>

/** The database's facts about the slot of a claim. */
interface KnownSlot extends Pick<Facts, 'counts' | 'given'> {
  readonly pool: Pool
}

/** Usage by the latest facts: counts of the database where `slot` has them, and bindings as they were last read or written. */
export function latestUsage({ inventory, recent }: Known, slot: KnownSlot | null): UsageSource {
  return {
    ...(slot ? claimUsage(inventory, slot.counts) : inventory.usage),
    bindings: ({ account }) =>
      inventory.bindingsOfAccount(accountKey(account)).flatMap(binding => {
        if (recent.has(binding)) return recent.index.get(binding) ?? []
        return readPooledBinding(inventory, binding) ?? []
      }),
    migrations: tenant => {
      const known = inventory.usage.migrations(tenant)
      const accounts = new Set(known.map(({ binding }) => accountKey(binding.account)))
      return slot ? [...known, ...givenMigrations(inventory, slot, tenant, accounts)] : known
    },
  }
}

/** Migrated accounts with open claims of the slot. The inventory may not have those claims yet. */
function givenMigrations(
  inventory: Known['inventory'],
  { pool, given, counts }: KnownSlot,
  tenant: string,
  known: ReadonlySet<string>,
): readonly Migration[] {
  const open = new Set(counts.flatMap(({ account, active, reserved }) => (active + reserved > 0 ? account : [])))
  const accounts = new Set(given.map(({ account }) => account).filter(each => open.has(each) && !known.has(each)))
  return [...accounts].flatMap(each => findMigrationOfAccount(inventory, each, () => labelsIn(pool, tenant)) ?? [])
}

/** Keys of free accounts that are reserved for earlier claims of other tenants: all without clusters or claims of this tenant. */
export function accountsForOthers(
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

/** Whether this tenant alone has clusters or claims on an account. No other tenant can get it then, although its labels say free. */
export function isUsedOnlyBy(
  { inventory }: Pick<ClaimContext, 'inventory'>,
  { account }: Binding,
  tenant: string,
): boolean {
  const key = accountKey(account)
  const users = [
    ...inventory.shootsOfAccount(key).map(({ globalAccount }) => globalAccount),
    ...inventory.claimsOfAccount(key).map(claim => claim.tenant),
  ]
  return users.length > 0 && users.every(user => user === tenant)
}

interface SkippingAttempt {
  readonly pool: Pool
  readonly refusals: ReadonlyMap<string, string>
}

/** Accounts of a pool that a decision skipped; those that this attempt failed to take come first. */
export function skippedAccounts(
  { inventory }: ClaimContext,
  { pool, refusals }: SkippingAttempt,
  without: ReadonlyMap<string, PassedOver['why']>,
): readonly PassedOver[] {
  const key = poolKey(pool)
  const isInPool = (account: string) =>
    inventory.bindingsOfAccount(account).some(binding => {
      const pooled = inventory.pools.get(binding)
      const its = pooled && poolOf(pooled)
      return its && poolKey(its) === key
    })
  // A running operation may fence accounts of any pool.
  return [...without].reverse().flatMap(([account, why]) => {
    if (why === 'fenced' && !isInPool(account)) return []
    const message = refusals.get(account)
    return [{ account, why, ...(message !== undefined && { message }) }]
  })
}
