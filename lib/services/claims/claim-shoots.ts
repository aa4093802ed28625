import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { accountKey } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'

/** Whether a shoot is the cluster a claim names. */
export function isCluster({ name, runtimeId }: Shoot, cluster: string): boolean {
  return cluster !== '' && (name === cluster || runtimeId === cluster)
}

/** Whether a shoot is on an account, as far as anybody knows. */
export function mayBeOn(inventory: Inventory, shoot: Shoot, account: string): boolean {
  const other = inventory.accountOfShoot(shoot)
  return other === null || accountKey(other) === account
}

/** Whether a shoot is known to be on an account. */
export function isOn(inventory: Inventory, shoot: Shoot, account: string | null): boolean {
  const its = inventory.accountOfShoot(shoot)
  return its !== null && accountKey(its) === account
}

/**
 * The shoots that are the cluster of a claim; none as long as that is not known, or does not exist. One that runs on another
 * account is not meant, whatever the claim says.
 */
export function shootsOfClaim(
  inventory: Inventory,
  { cluster, tenant, account }: Pick<ClaimRecord, 'cluster' | 'tenant' | 'account'>,
): readonly Shoot[] {
  if (cluster === null || account === null) return []
  const mayBeThere = (shoot: Shoot) => mayBeOn(inventory, shoot, account)
  const named = inventory.shoot(shootKey({ namespace: inventory.namespace, name: cluster }))
  if (named !== null) return mayBeThere(named) ? [named] : []
  const shoots = [...inventory.shootsOfTenant(tenant).filter(mayBeThere), ...inventory.shootsOfAccount(account)]
  return shoots.filter(shoot => isCluster(shoot, cluster))
}

/** Every name of some shoots by which a claim may call them. */
export function namesOf(shoots: readonly Shoot[]): readonly string[] {
  return [...new Set(shoots.flatMap(({ name, runtimeId }) => (runtimeId === null ? [name] : [name, runtimeId])))]
}
