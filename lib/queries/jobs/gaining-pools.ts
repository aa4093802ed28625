import { parsePoolKey } from '#lib/hap/pools/pool.ts'
import { isReached } from '../pools/reached-pools.ts'
import type { QueryContext } from '../query-context.ts'
import type { BulkPlan } from './bulk-plan.ts'

/** Pools that have more for new requests after an action on many: of one no rule leads to nobody gets any. */
export function gainingPools(
  { rules }: Pick<QueryContext, 'rules'>,
  { shifts }: Pick<BulkPlan, 'shifts'>,
): BulkPlan['shifts'] {
  return shifts.filter(({ key, before, after }) => {
    const pool = parsePoolKey(key)
    return pool !== null && after > before && isReached(pool, rules)
  })
}
