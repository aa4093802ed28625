import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { accountKey } from '#lib/hap/pools/account.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import { type ClaimCaller, gaveWayWords } from './claim-audit.ts'
import type { ClaimContext } from './claim-context.ts'
import { ClaimError, takenWords } from './claim-errors.ts'
import { namesOf, shootsOfClaim } from './claim-shoots.ts'

/** Notes which cluster a claim is for, by its name or runtime id. Throws ClaimError 409: it is over, or the cluster is another's. */
export async function nameCluster(
  { ledger, audit, inventory }: ClaimContext,
  claim: ClaimRecord,
  cluster: string,
  caller: ClaimCaller,
): Promise<void> {
  const auditSeq = await audit.begins('set-cluster', claim, caller, { cluster })
  const refuse = (why: string, status: 404 | 409 = 409): never => {
    audit.came({ ...claim, auditSeq }, caller.actor, 'refused', why)
    throw new ClaimError(status, why)
  }
  const elsewhere = whyNotItsCluster(inventory, claim, cluster)
  if (elsewhere !== null) return refuse(elsewhere)
  const names = [cluster, ...namesOf(shootsOfClaim(inventory, { ...claim, cluster }))]
  const named = await ledger.setCluster(claim.id, cluster, names, auditSeq)
  if (named === 'missing') return refuse('There is no such claim.', 404)
  if (named === 'over') return refuse('The claim is over.')
  if (named === 'taken') return refuse(takenWords(cluster))
  audit.came({ ...claim, cluster, auditSeq }, caller.actor, 'accepted', gaveWayWords(named.gaveWay))
}

/** Why a shoot that runs cannot be the cluster of a claim, as a sentence; null when it can, or is not known by that name. */
function whyNotItsCluster(inventory: Inventory, { tenant, account }: ClaimRecord, cluster: string): string | null {
  const shoot = inventory.shoot(shootKey({ namespace: inventory.namespace, name: cluster }))
  if (shoot === null) return null
  if (shoot.globalAccount !== null && shoot.globalAccount !== tenant)
    return `The cluster ${cluster} belongs to another global account.`
  const its = inventory.accountOfShoot(shoot)
  if (its === null || account === null || accountKey(its) === account) return null
  return `The cluster ${cluster} runs on another account than the claim has.`
}
