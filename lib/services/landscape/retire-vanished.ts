import { landscapeIsRead } from '#lib/garden/inventory/freshness.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { bindingKeyOf, shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { claimTarget, globalAccountTarget } from '#lib/hap/audit/target.ts'
import { identify } from '#lib/hap/lifecycle/identity.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { audited } from '#lib/services/audit/audited.ts'
import { isCluster, mayBeOn, shootsOfClaim } from '#lib/services/claims/claim-shoots.ts'
import type { Landscape } from '#lib/services/landscape/landscape.ts'
import { CONSOLE_ACTOR } from '#lib/store/audit/audit-log.ts'
import { type AdoptedClaim, endAdopted, listOpenAdopted } from '#lib/store/claims/adopted.ts'
import type { AdoptionParts } from './adopt.ts'

interface RetirementParts extends AdoptionParts {
  /** Shoots with the label of a global account, past every cache. */
  shootsOf(tenant: string): Promise<readonly Shoot[]>
  readonly landscape: Pick<Landscape, 'allowsEnd' | 'ended' | 'pause'>
}

/** The action in the audit chain. */
export const END_ADOPTED = 'end-adopted'

/** The kind of object that adopted claims stand for. */
const SHOOT = 'Shoot'

/** Maximum number of claims that one audit record names. */
const AT_ONCE = 200

/**
 * Ends adopted claims whose cluster is deleted or runs on another account. No client releases these
 * claims, since none claimed them here. The account keeps its state: KEB marks it dirty when it
 * deprovisions the cluster. Returns the number of ended claims; null while deletion cannot be
 * proved, or the landscape may have been restored or moved.
 */
export async function retireVanished(parts: RetirementParts): Promise<number | null> {
  const { store, inventory, landscape } = parts
  if (store.health().state !== 'up' || !landscapeIsRead(inventory)) return null
  const missing: AdoptedClaim[] = []
  let known = 0
  for await (const claims of listOpenAdopted(store.db, inventory.namespace)) {
    known += claims.length
    missing.push(...claims.filter(claim => !mayRun(inventory, claim)))
  }
  // A console that starts after a restore or a move has never seen the shoots in a list.
  if (!landscape.allowsEnd({ source: SHOOT, known, gone: missing.length })) return null
  const gone = await confirmGone(parts, missing)
  let ended = 0
  for (let start = 0; start < gone.length; start += AT_ONCE) {
    // A loss may have been noticed while the shoots were read or claims ended.
    if (landscape.pause() !== null) return null
    ended += await end(parts, gone.slice(start, start + AT_ONCE))
  }
  landscape.ended(SHOOT)
  return ended
}

/**
 * Whether the cluster of a claim may still run. If its binding was recreated for another account,
 * the account of the shoot is unknown and the claim stays.
 */
function mayRun(inventory: Inventory, claim: AdoptedClaim): boolean {
  if (shootsOfClaim(inventory, claim).length > 0) return true
  const named = inventory.shoot(shootKey({ namespace: inventory.namespace, name: claim.cluster }))
  const binding = named && inventory.binding(bindingKeyOf(named) ?? '')
  if (binding === null || bindingKey(binding) !== bindingKey(claim.binding)) return false
  return identify({ uid: claim.bindingUid, account: claim.account }, binding) === 'another-account'
}

/**
 * The watch may lag behind a registration by another replica, so the shoots of each tenant are read
 * past the cache.
 */
async function confirmGone(
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
    actor: CONSOLE_ACTOR,
    action: END_ADOPTED,
    targets: [...claims.map(({ id }) => claimTarget(id)), ...tenants],
    reason: 'The account no longer has the cluster.',
    ticket: null,
    requestId: null,
    before: { clusters: claims.map(({ cluster }) => cluster) },
  }
  const ids = claims.map(({ id }) => id)
  return audited(audit, draft, async intent => {
    const ended = await endAdopted(store.db, ids, 'The account no longer has its cluster.', intent)
    const detail = `Ended ${ended} adopted ${ended === 1 ? 'claim' : 'claims'}; the accounts stay as they are.`
    return { outcome: 'accepted', detail, result: ended }
  })
}
