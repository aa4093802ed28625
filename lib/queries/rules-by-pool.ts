import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import { formatRule, type Rule } from '#lib/hap/rules/rule.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { onlyPool, type Reach, reaches, reachName, reachOf } from '#lib/hap/selection/reach.ts'
import type { BaseContext, QueryContext } from './query-context.ts'

/** A rule in a list: its number from 1, and its text. */
export interface RuleLink {
  readonly no: number
  readonly text: string
}

/** Destination of a rule without bindings. */
export interface UnservedReach {
  readonly key: string
  readonly reach: Reach
  readonly pool: Pool | null
  readonly name: string
  readonly rules: readonly RuleLink[]
}

interface RulesByPool {
  /** By pool key. */
  readonly leading: ReadonlyMap<string, readonly RuleLink[]>
  readonly unserved: readonly UnservedReach[]
}

/** Maps rules to the `pools` they lead to, and lists destinations without a pool. */
export function mapRulesToPools(pools: readonly Pool[], { rules }: BaseContext): RulesByPool {
  const leading = new Map<string, RuleLink[]>()
  const unserved = new Map<string, UnservedReach & { rules: RuleLink[] }>()
  for (const rule of rules.ruleset.rules) {
    for (const reach of reachOf(rule, rules.plans)) {
      const served = pools.filter(pool => reaches(reach, pool))
      for (const pool of served) append(leading, poolKey(pool), rule)
      if (served.length > 0) continue
      const entry = unservedEntry(reach)
      const known = unserved.get(entry.key) ?? entry
      known.rules.push(formatRuleLink(rule))
      unserved.set(entry.key, known)
    }
  }
  return { leading, unserved: [...unserved.values()] }
}

function unservedEntry(reach: Reach): UnservedReach & { rules: RuleLink[] } {
  const pool = onlyPool(reach)
  const name = reachName(reach)
  const key = poolKey({ hyperscalerType: name, euAccess: reach.euAccess, shared: reach.shared })
  return { key, reach, pool, name, rules: [] }
}

function append(map: Map<string, RuleLink[]>, key: string, rule: Rule): void {
  const list = map.get(key) ?? []
  list.push(formatRuleLink(rule))
  map.set(key, list)
}

function formatRuleLink(rule: Rule): RuleLink {
  return { no: rule.index + 1, text: formatRule(rule) }
}

/** Cached per ruleset, because lists read it for each row and rules rarely change. */
const known = new WeakMap<Ruleset, Map<string, boolean>>()

/** Whether a rule leads to a pool. */
export function isReached(pool: Pool, { ruleset, plans }: QueryContext['rules']): boolean {
  const answers = known.get(ruleset) ?? new Map<string, boolean>()
  known.set(ruleset, answers)
  const key = poolKey(pool)
  const answer = answers.get(key) ?? ruleset.rules.some(rule => reachOf(rule, plans).some(each => reaches(each, pool)))
  answers.set(key, answer)
  return answer
}
