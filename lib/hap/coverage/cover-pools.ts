import type { Plans } from '../plans/plan.ts'
import { type Pool, poolKey } from '../pools/pool.ts'
import type { Rule } from '../rules/rule.ts'
import type { Ruleset } from '../rules/ruleset.ts'
import { onlyPool, type Reach, reaches, reachOf } from '../selection/reach.ts'

/** A rule that leads to a place where there is no binding. */
interface UnservedRule {
  readonly rule: Rule
  /** At least one; of a rule for several providers those whose pool there is are left out. */
  readonly reaches: readonly Reach[]
}

export interface PoolCoverage<Given extends Pool> {
  /** Pools that no rule leads to, in the order given. */
  readonly unreached: readonly Given[]
  /** In file order. */
  readonly unserved: readonly UnservedRule[]
}

/** Where rules and pools miss each other. `pools`: all that have a binding. */
export function coverPools<Given extends Pool>(
  pools: readonly Given[],
  ruleset: Ruleset,
  plans: Plans,
): PoolCoverage<Given> {
  const byKey = Map.groupBy(pools, poolKey)
  const reached = new Set<Given>()
  const unserved: UnservedRule[] = []
  for (const rule of ruleset.rules) {
    const missed = reachOf(rule, plans).filter(reach => {
      const only = onlyPool(reach)
      const found = only ? (byKey.get(poolKey(only)) ?? []) : pools.filter(pool => reaches(reach, pool))
      for (const pool of found) reached.add(pool)
      return found.length === 0
    })
    if (missed.length > 0) unserved.push({ rule, reaches: missed })
  }
  return { unreached: pools.filter(pool => !reached.has(pool)), unserved }
}
