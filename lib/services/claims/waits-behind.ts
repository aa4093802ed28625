import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { Plans } from '#lib/hap/plans/plan.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import { documentedUsability, updateLack } from '#lib/hap/selection/usability.ts'

/** Kept with a claim that waits behind others; how many those are changes, and is said when it is read. */
export const WAITS_BEHIND = 'Waits: others came earlier for this pool.'

/** The same with the claim's place in the queue, from 1. */
function waitsBehind(position: number): string {
  const ahead = position - 1
  if (ahead === 0) return 'Waits: it is the next for this pool.'
  return `Waits: ${ahead} ${ahead === 1 ? 'request' : 'requests'} came earlier for this pool.`
}

/** Why a claim waits at the moment: the persisted message with its position in the queue, or with what its pool lacks now. */
export function waitReason(
  message: string,
  position: number,
  pool: Pool | null,
  inventory: Inventory,
  plans: Plans,
): string {
  if (message === WAITS_BEHIND) return waitsBehind(position)
  if (pool === null) return message
  return updateLack(message, pool, { ...documentedUsability(plans, inventory), bindings: inventory.pools })
}

/** Kept with a claim that was about to get an account, and why it did not. */
export function waitsOn(why: string): string {
  return `Waits: it keeps its place. ${why}`
}
