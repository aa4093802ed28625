import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { reaches, reachOf } from '#lib/hap/selection/reach.ts'
import type { QueryContext } from '../query-context.ts'

/** Lists ask for each of their rows; rules change seldom. */
const known = new WeakMap<Ruleset, Map<string, boolean>>()

/** Whether some rule leads to a pool. */
export function isReached(pool: Pool, { ruleset, plans }: QueryContext['rules']): boolean {
  const answers = known.get(ruleset) ?? new Map<string, boolean>()
  known.set(ruleset, answers)
  const key = poolKey(pool)
  const answer = answers.get(key) ?? ruleset.rules.some(rule => reachOf(rule, plans).some(each => reaches(each, pool)))
  answers.set(key, answer)
  return answer
}
