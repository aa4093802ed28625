import { labelledBinding } from '#lib/garden/inventory/account-bindings.ts'
import { migrationOfAccount } from '#lib/garden/inventory/migrations.ts'
import { accountKey } from '#lib/hap/pools/binding.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import { labelsIn, type Migration } from '#lib/hap/pools/pooled-binding.ts'
import type { UsageSource } from '#lib/hap/selection/usage.ts'
import type { Facts } from '#lib/store/claims/ledger.ts'
import type { ClaimContext } from './claim-context.ts'
import { claimUsage } from './counts.ts'

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
        return labelledBinding(inventory, binding) ?? []
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
  return [...accounts].flatMap(each => migrationOfAccount(inventory, each, () => labelsIn(pool, tenant)) ?? [])
}
