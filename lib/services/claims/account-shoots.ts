import { shootsNaming } from '#lib/garden/inventory/shoots-naming.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ClaimContext } from './claim-context.ts'
import type { Deadline } from './deadline.ts'

interface OwnedAccount {
  readonly account: string
  readonly tenant: string
  /** Its bindings, as far as they are known. */
  readonly bindings: readonly BindingRef[]
}

/** Shoots on an account: those Gardener lists for the tenant now, and those of anybody the inventory knows. Throws what Gardener throws. */
export async function shootsOnAccount(
  { garden, inventory }: ClaimContext,
  { account, tenant, bindings }: OwnedAccount,
  deadline: Deadline,
): Promise<readonly Shoot[]> {
  const listed = await deadline.persist(() => garden.shootsOf(tenant))
  const foreign = inventory.shootsOfAccount(account).filter(({ globalAccount }) => globalAccount !== tenant)
  return [...shootsNaming(inventory, listed, bindings), ...foreign]
}
