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

type Known = Pick<ClaimContext, 'inventory' | 'recent'>

/** What the database knew of the slot of a claim. */
interface KnownSlot extends Pick<Facts, 'counts' | 'given'> {
  readonly pool: Pool
}

/** What is known best of accounts: facts of the database where they were asked for, and bindings as they were last read or written. */
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

/** Of the accounts on which claims of the slot are open, those that Gardener migrated: the inventory may not know the claims yet. */
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

/** Keys of the free accounts of a pool that earlier requests of other tenants may get: those without clusters or claims of this tenant. */
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

/** Whether an account has clusters or claims, and all of them of this tenant: then no other tenant can get it, although it is labelled as free. */
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

/** Accounts of a pool that a decision did without, those this attempt found out itself first. */
export function skippedAccounts(
  { inventory }: ClaimContext,
  pool: Pool,
  without: ReadonlyMap<string, PassedOver['why']>,
): readonly PassedOver[] {
  const key = poolKey(pool)
  const isInPool = (account: string) =>
    inventory.bindingsOfAccount(account).some(binding => {
      const pooled = inventory.pools.get(binding)
      const its = pooled && poolOf(pooled)
      return its && poolKey(its) === key
    })
  // An operation that runs may concern accounts of any pool.
  return [...without]
    .reverse()
    .flatMap(([account, why]) => (why !== 'fenced' || isInPool(account) ? [{ account, why }] : []))
}
