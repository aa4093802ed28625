import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { Plans } from '#lib/hap/plans/plan.ts'
import { type Pool, poolName } from '#lib/hap/pools/pool.ts'
import { updateLack } from '#lib/hap/selection/lack.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import type { ClaimContext } from './claim-context.ts'

/** Stored message of a claim behind others; their number is added when it is read. */
export const WAITS_BEHIND = 'Waits: others came earlier for this pool.'

/** The same with the claim's place in the queue, from 1. */
function waitsBehind(position: number): string {
  const ahead = position - 1
  if (ahead === 0) return 'Waits: it is the next for this pool.'
  return `Waits: ${ahead} ${ahead === 1 ? 'request' : 'requests'} came earlier for this pool.`
}

/**
 * Stored message of a claim for whose pool there is no account, from that of the decision. It begins with the first
 * refusal of Gardener: what follows the name of the pool is replaced when the message is read.
 */
export function waitsFor(lack: string, refusals: ReadonlyMap<string, string>): string {
  const [first, ...others] = refusals.values()
  if (first === undefined) return lack.replace(/^Would wait:/, 'Waits:')
  const more =
    others.length === 0
      ? ''
      : ` So ${others.length === 1 ? 'was the write of another account' : `were the writes of ${others.length} other accounts`}.`
  return lack.replace(/^Would wait:/, () => `Waits: ${first}${more} Apart from that,`)
}

/** Why a claim waits at the moment: the persisted message with its position in the queue, or with what its pool lacks now. */
export function waitReason(
  message: string,
  position: number,
  pool: Pool | null,
  inventory: Inventory,
  plans: Plans,
  at: number,
): string {
  if (message === WAITS_BEHIND) return waitsBehind(position)
  if (pool === null) return message
  const { pools, usage } = inventory
  return updateLack(message, pool, { bindings: pools, usage, plans, policy: policyOf('documented'), at })
}

/** Message of a claim that asked not to wait, from the reason why it would. */
export function exhaustedMessage(reason: string, pool: Pool): string {
  const why =
    reason === WAITS_BEHIND
      ? `other claims wait for the next account of pool ${poolName(pool)}.`
      : reason.replace(/^Waits: /, '')
  return `Refused, because the claim asked not to wait: ${why}`
}

/** Message of a claim for a pool without bindings and rules. */
export function unknownPoolMessage(pool: Pool): string {
  const { hyperscalerType, euAccess, shared } = pool
  const labels = [
    `hyperscalerType=${hyperscalerType}`,
    ...(euAccess ? ['euAccess=true'] : []),
    ...(shared ? ['shared=true'] : []),
  ]
  return `Pool ${poolName(pool)} has no bindings in any state, and no rule leads to it, so no account can become free. Check the provider, or create a binding with the labels ${labels.join(', ')}, then make a new request.`
}

/** Stored message of a claim that ended because its deadline passed. */
export function expiredMessage(deadline: number): string {
  return `Expired: no account became free before the deadline ${new Date(deadline).toISOString()}.`
}

/** Stored message of a claim that lost its account before it was written. */
export function waitsOn(why: string): string {
  return `Waits: it keeps its place. ${why}`
}

/**
 * Ends the work on a claim for which nothing was or will be written: it waits again if it waited
 * before, else it failed. Returns the claim; null if another process holds it, or nothing was to
 * end.
 */
export async function endUnwritten(
  { ledger }: ClaimContext,
  claim: ClaimRecord,
  why: string,
  mayWait = true,
): Promise<ClaimRecord | null> {
  const lease = { id: claim.id, token: claim.token }
  if (mayWait && claim.queuedAt !== null)
    return (await ledger.requeue(lease, waitsOn(why))) ? { ...claim, status: 'waiting' } : null
  return (await ledger.fail(lease, why)) ? { ...claim, status: 'failed' } : null
}
