import { type ClaimRecord, isGivenBack } from '#lib/store/claims/claim-record.ts'
import { type ClaimCaller, gaveWayWords } from './claim-audit.ts'
import type { ClaimContext } from './claim-context.ts'
import { ClaimError, noSuchClaim, takenWords } from './claim-errors.ts'
import { namesOf, shootsOfClaim } from './claim-shoots.ts'
import { whyItStays, whyNotItsCluster } from './cluster-of-others.ts'

/** Notes which cluster a claim is for, by its name or runtime id. Throws ClaimError 409: it is over, or the cluster is another's. */
export async function nameCluster(
  { ledger, audit, inventory }: ClaimContext,
  claim: ClaimRecord,
  cluster: string,
  caller: ClaimCaller,
): Promise<void> {
  const auditSeq = await audit.begins('set-cluster', claim, caller, { cluster })
  const refuse = (why: string | ClaimError): never => {
    const error = typeof why === 'string' ? new ClaimError(409, why) : why
    audit.came({ ...claim, auditSeq }, caller.actor, 'refused', error.message)
    throw error
  }
  const stays = isGivenBack(claim) ? null : whyItStays(inventory, claim, cluster)
  const why = stays ?? whyNotItsCluster(inventory, claim, cluster)
  if (why !== null) return refuse(why)
  const names = [cluster, ...namesOf(shootsOfClaim(inventory, { ...claim, cluster }))]
  const named = await ledger.setCluster(claim.id, cluster, names, auditSeq)
  if (named === 'missing') return refuse(noSuchClaim(claim.id))
  if (named === 'over') return refuse('The claim is over.')
  if (named === 'taken') return refuse(takenWords(cluster))
  audit.came({ ...claim, cluster, auditSeq }, caller.actor, 'accepted', gaveWayWords(named.gaveWay))
}
