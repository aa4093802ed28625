import type { Plans } from '../plans/plan.ts'
import { poolName } from '../pools/pool.ts'
import { formatIdentity, formatRule } from '../rules/format-rule.ts'
import { type Rule, sameOutput } from '../rules/rule.ts'
import { type Reach, reachName, reachOf } from '../selection/reach.ts'

/** What became of one rule, with the pools it leads to as people call them; a region that the request decides is `…`. */
export interface RuleChange {
  readonly change: 'added' | 'removed' | 'changed'
  /** In its canonical writing; null where it is not. */
  readonly before: string | null
  readonly after: string | null
  readonly poolsBefore: readonly string[]
  readonly poolsAfter: readonly string[]
}

/** Rules that came, went, or lead elsewhere, by what they ask of a request; their order means nothing (seed 001). In the order of the new rules, then what went. */
export function ruleChanges(before: readonly Rule[], after: readonly Rule[], plans: Plans): readonly RuleChange[] {
  const old = new Map(before.map(rule => [formatIdentity(rule), rule]))
  const young = new Map(after.map(rule => [formatIdentity(rule), rule]))
  const changeOf = (change: RuleChange['change'], from: Rule | null, to: Rule | null): RuleChange => ({
    change,
    before: from && formatRule(from),
    after: to && formatRule(to),
    poolsBefore: poolsOf(from, plans),
    poolsAfter: poolsOf(to, plans),
  })
  const came = [...young].flatMap(([identity, rule]) => {
    const known = old.get(identity)
    if (known === undefined) return [changeOf('added', null, rule)]
    return sameOutput(known.output, rule.output) ? [] : [changeOf('changed', known, rule)]
  })
  const went = [...old].filter(([identity]) => !young.has(identity))
  return [...came, ...went.map(([, rule]) => changeOf('removed', rule, null))]
}

function poolsOf(rule: Rule | null, plans: Plans): readonly string[] {
  return rule === null ? [] : [...new Set(reachOf(rule, plans).map(poolText))]
}

function poolText(reach: Reach): string {
  const { euAccess, shared } = reach
  return poolName({ hyperscalerType: reachName(reach), euAccess, shared })
}
