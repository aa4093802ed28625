import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import { poolOf } from '#lib/hap/pools/pooled-binding.ts'
import type { PassedOver } from '#lib/store/claims/kept-grounds.ts'
import type { ClaimContext } from './claim-context.ts'

/** Accounts of a pool that a decision did without, those this attempt found out itself first. */
export function passedOver(
  { inventory }: ClaimContext,
  pool: Pool,
  without: ReadonlyMap<string, PassedOver['why']>,
): readonly PassedOver[] {
  const key = poolKey(pool)
  const isInPool = (account: string) =>
    inventory.bindingsOfAccount(account).some(binding => {
      const pooled = inventory.pools.get(binding)
      const its = pooled && poolOf(pooled)
      return its && poolKey(its) === key
    })
  // Operations may be at work on accounts of any pool.
  return [...without]
    .reverse()
    .flatMap(([account, why]) => (why !== 'fenced' || isInPool(account) ? [{ account, why }] : []))
}
