import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { shootKey } from '#lib/garden/inventory/shoot-table.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'

/** Whether a shoot is the cluster a claim names. */
export function isCluster({ name, runtimeId }: Shoot, cluster: string): boolean {
  return cluster !== '' && (name === cluster || runtimeId === cluster)
}

/** The shoots that are the cluster of a claim; none as long as that is not known, or does not exist. */
export function shootsOfClaim(
  inventory: Inventory,
  { cluster, tenant, account }: Pick<ClaimRecord, 'cluster' | 'tenant' | 'account'>,
): readonly Shoot[] {
  if (cluster === null) return []
  const named = inventory.shoot(shootKey({ namespace: inventory.namespace, name: cluster }))
  if (named !== null) return [named]
  const shoots = [...inventory.shootsOfTenant(tenant), ...(account === null ? [] : inventory.shootsOfAccount(account))]
  return shoots.filter(shoot => isCluster(shoot, cluster))
}

/** Every name of some shoots by which a claim may call them. */
export function namesOf(shoots: readonly Shoot[]): readonly string[] {
  return [...new Set(shoots.flatMap(({ name, runtimeId }) => (runtimeId === null ? [name] : [name, runtimeId])))]
}
