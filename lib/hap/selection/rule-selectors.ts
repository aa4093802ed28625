import type { Plans } from '../plans/plan.ts'
import { claimSelector, formatSelector, sharedSelector } from '../pools/selector.ts'
import type { Rule } from '../rules/rule.ts'
import { type Reach, reachName, reachOf } from './reach.ts'

/**
 * The label selectors by which a rule finds an account nobody owns, one for each provider of its plan; a shared one where the rule
 * says so (seed 001). What the request decides is written as `…`.
 */
export function ruleSelectors(rule: Rule, plans: Plans): readonly string[] {
  const plan = plans.byName.get(rule.plan)
  if (!plan) return []
  // Its requests name the provider.
  const known =
    plan.providers === null ? { ...plans, byName: new Map([[plan.name, { ...plan, providers: ['…'] }]]) } : plans
  return reachOf(rule, known).map(selectorOf)
}

function selectorOf(reach: Reach): string {
  const pool = { hyperscalerType: reachName(reach), euAccess: reach.euAccess, shared: reach.shared }
  return formatSelector(pool.shared ? sharedSelector(pool) : claimSelector(pool))
}
