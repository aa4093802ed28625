import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { accountKey } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import { isCluster, isOn, namesOf, shootsOfClaim } from './claim-shoots.ts'

/** Why a cluster that runs, by its name or runtime id, cannot be the one of a claim, as a sentence; null when it can, or is not known. */
export function whyNotItsCluster(
  inventory: Inventory,
  { tenant, account }: Pick<ClaimRecord, 'tenant' | 'account'>,
  cluster: string,
): string | null {
  const shoot = shootCalled(inventory, cluster)
  if (shoot === null) return null
  if (shoot.globalAccount !== null && shoot.globalAccount !== tenant)
    return `The cluster ${cluster} belongs to another global account.`
  const its = inventory.accountOfShoot(shoot)
  if (its === null || account === null || accountKey(its) === account) return null
  return `The cluster ${cluster} runs on another account than the claim has.`
}

/** Why a claim whose cluster runs is for no other one, as a sentence; null when none runs, or it is the same by another name. */
export function whyItStays(inventory: Inventory, claim: ClaimRecord, cluster: string): string | null {
  const running = shootsOfClaim(inventory, claim).filter(shoot => isOn(inventory, shoot, claim.account))
  if (running.length === 0 || running.some(shoot => isCluster(shoot, cluster))) return null
  return `The claim is for the cluster ${claim.cluster}, which is there. It can be for another one once that is gone.`
}

/** Each name by which a claim may call a cluster, also while it does not exist; none when there is no cluster. */
export function namesOfCluster(inventory: Inventory, cluster: string | null): readonly string[] {
  if (cluster === null) return []
  const shoot = shootCalled(inventory, cluster)
  return [...new Set([cluster, ...(shoot === null ? [] : namesOf([shoot]))])]
}

/** The shoot of this name or runtime id; null when there is none. */
export function shootCalled(inventory: Inventory, cluster: string): Shoot | null {
  const named = inventory.shoot(shootKey({ namespace: inventory.namespace, name: cluster }))
  if (named !== null) return named
  for (const shoot of inventory.shoots()) if (isCluster(shoot, cluster)) return shoot
  return null
}
