import { claimTarget, globalAccountTarget } from '#lib/hap/audit/target.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { audited } from '#lib/services/audit/audited.ts'
import { isCluster, mayBeOn, shootsOfClaim } from '#lib/services/claims/claim-shoots.ts'
import { CONSOLE } from '#lib/store/audit/forgotten.ts'
import { type AdoptedClaim, endAdopted, openAdopted } from '#lib/store/claims/adopted.ts'
import type { AdoptionParts } from './adopt.ts'
import { landscapeIsRead } from './landscape-is-read.ts'

interface RetirementParts extends AdoptionParts {
  /** Shoots that Kyma labelled with a global account, past every cache. */
  shootsOf(tenant: string): Promise<readonly Shoot[]>
}

/** Action of its entries in the audit chain. */
export const END_ADOPTED = 'end-adopted'

/** Claims that one entry of the audit chain tells of. */
const AT_ONCE = 200

/**
 * Ends adopted claims whose cluster is gone, or runs on another account by now. Nobody gives these back: whoever made the cluster did
 * not ask here. The account stays as it is, for whoever deprovisioned the cluster marks it dirty. Out: how many; null when nobody can
 * tell now.
 */
export async function retireVanished(parts: RetirementParts): Promise<number | null> {
  const { store, inventory } = parts
  if (store.health().state !== 'up' || !landscapeIsRead(inventory)) return null
  const missing: AdoptedClaim[] = []
  for await (const claims of openAdopted(store.db, inventory.namespace))
    missing.push(...claims.filter(claim => shootsOfClaim(inventory, claim).length === 0))
  const gone = await reallyGone(parts, missing)
  let ended = 0
  for (let start = 0; start < gone.length; start += AT_ONCE)
    ended += await end(parts, gone.slice(start, start + AT_ONCE))
  return ended
}

/** The watch may be behind what another replica registered: each tenant's shoots are read anew. */
async function reallyGone(
  { shootsOf, inventory }: RetirementParts,
  missing: readonly AdoptedClaim[],
): Promise<readonly AdoptedClaim[]> {
  const gone: AdoptedClaim[] = []
  for (const [tenant, claims] of Map.groupBy(missing, claim => claim.tenant)) {
    const shoots = await shootsOf(tenant)
    const isThere = ({ cluster, account }: AdoptedClaim) =>
      shoots.some(shoot => isCluster(shoot, cluster) && mayBeOn(inventory, shoot, account))
    gone.push(...claims.filter(claim => !isThere(claim)))
  }
  return gone
}

async function end({ store, audit }: RetirementParts, claims: readonly AdoptedClaim[]): Promise<number> {
  const tenants = new Set(claims.map(({ tenant }) => globalAccountTarget(tenant)))
  const draft = {
    actor: CONSOLE,
    action: END_ADOPTED,
    targets: [...claims.map(({ id }) => claimTarget(id)), ...tenants],
    reason: 'The cluster is gone from the account.',
    ticket: null,
    requestId: null,
    before: { clusters: claims.map(({ cluster }) => cluster) },
  }
  const ids = claims.map(({ id }) => id)
  return audited(audit, draft, async intent => {
    const ended = await endAdopted(store.db, ids, 'Its cluster is gone from the account.', intent)
    const detail = `Ended ${ended} adopted ${ended === 1 ? 'claim' : 'claims'}; the accounts stay as they are.`
    return { outcome: 'accepted', detail, result: ended }
  })
}
