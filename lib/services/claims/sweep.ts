import { shootKey } from '#lib/garden/inventory/shoot-table.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import { type ClaimContext, WORK_MS } from './claim-context.ts'
import { Deadline } from './deadline.ts'
import { finishRelease } from './release-claim.ts'
import { resolveClaim } from './resolve.ts'
import { isCluster } from './retire.ts'

/** Claims of each kind that are looked at in one go. */
const AT_ONCE = 200

/** Finds out what became of every claim whose work was interrupted. */
export async function resolveOpenIntents(context: ClaimContext): Promise<void> {
  for (const claim of await context.ledger.interrupted(AT_ONCE)) {
    await resolveClaim(context, claim, new Deadline(context.clock, WORK_MS))
  }
}

/** Goes on with what was given back and not dealt with. */
export async function finishReleases(context: ClaimContext): Promise<void> {
  for (const claim of await context.ledger.releasing(AT_ONCE)) {
    const mine = await context.ledger.takeUp(claim, context.holder)
    if (mine) await finishRelease(context, mine, new Deadline(context.clock, WORK_MS))
  }
}

/** Claims whose cluster has come into being become active. */
export async function noteClusters(context: ClaimContext): Promise<void> {
  const expected = await context.ledger.expected(5_000)
  await context.ledger.activate(expected.filter(claim => isSeen(context, claim)).map(({ id }) => id))
}

function isSeen({ inventory }: ClaimContext, { cluster, tenant, account }: ClaimRecord): boolean {
  if (cluster === null) return false
  if (inventory.shoot(shootKey({ namespace: inventory.namespace, name: cluster })) !== null) return true
  const shoots = [...inventory.shootsOfTenant(tenant), ...(account === null ? [] : inventory.shootsOfAccount(account))]
  return shoots.some(shoot => isCluster(shoot, cluster))
}
