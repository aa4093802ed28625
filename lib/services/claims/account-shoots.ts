import { shootsNaming } from '#lib/garden/inventory/shoots-naming.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ClaimContext } from './claim-context.ts'
import type { Deadline } from './deadline.ts'

/** Clusters of others that are asked for one by one: where so many are, it is the same with the rest. */
const ENOUGH = 2

interface OwnedAccount {
  readonly account: string
  readonly tenant: string
  /** Its bindings, as far as they are known. */
  readonly bindings: readonly BindingRef[]
}

/**
 * Shoots on an account: those Gardener lists for the tenant now, and those of others that the inventory knows and Gardener still has:
 * a watch that lags shows what is gone. Throws what Gardener throws.
 */
export async function readShootsOnAccount(
  { garden, inventory }: ClaimContext,
  { account, tenant, bindings }: OwnedAccount,
  deadline: Deadline,
): Promise<readonly Shoot[]> {
  const listed = await deadline.persist(() => garden.shootsOf(tenant))
  const foreign: Shoot[] = []
  for (const known of inventory.shootsOfAccount(account)) {
    if (known.globalAccount === tenant) continue
    const isCertain = foreign.length >= ENOUGH
    const now = isCertain ? known : await deadline.persist(ms => garden.shoot(known, ms))
    // Another one may have its name by now, on the same account.
    const isThere = now !== null && (now.uid === known.uid || shootsNaming(inventory, [now], bindings).length > 0)
    if (isThere) foreign.push(known)
  }
  return [...shootsNaming(inventory, listed, bindings), ...foreign]
}
