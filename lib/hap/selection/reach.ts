import type { Plans } from '../plans/plan.ts'
import { type HapLabels, isLegalLabelValue } from '../pools/labels.ts'
import type { Pool } from '../pools/pool.ts'
import { claimSelector, formatSelector, selects, sharedSelector, tenantSelector } from '../pools/selector.ts'
import type { Rule } from '../rules/rule.ts'
import type { SearchStep } from './decision.ts'

/** The pools a rule can lead to on one provider; a region that the request decides is left open. */
export interface Reach {
  readonly provider: string
  /** Suffixes of the hyperscaler type in their order; null = whatever region the request names. */
  readonly suffixes: readonly (string | null)[]
  readonly euAccess: boolean
  readonly shared: boolean
}

/** Where a rule can lead, one entry per provider of its plan; empty for an unknown plan, or one that takes any provider. */
export function reachOf(rule: Rule, plans: Plans): readonly Reach[] {
  const suffixes = [
    ...(rule.output.PR ? [rule.platformRegion] : []),
    ...(rule.output.HR ? [rule.hyperscalerRegion] : []),
  ]
  const { EU: euAccess, S: shared } = rule.output
  return (plans.byName.get(rule.plan)?.providers ?? []).map(provider => ({ provider, suffixes, euAccess, shared }))
}

/** Whether some request can get from the rule to this pool. */
export function reaches(reach: Reach, pool: Pool): boolean {
  if (reach.euAccess !== pool.euAccess || reach.shared !== pool.shared) return false
  return fits(pool.hyperscalerType, reach.provider, reach.suffixes)
}

/** The one pool of a reach without open regions; null when a region is open, or no label can have its hyperscaler type. */
export function onlyPool({ provider, suffixes, euAccess, shared }: Reach): Pool | null {
  if (suffixes.includes(null)) return null
  const hyperscalerType = [provider, ...suffixes].join('_')
  return isLegalLabelValue(hyperscalerType) ? { hyperscalerType, euAccess, shared } : null
}

/** The hyperscaler type of a reach for people, an open region as `…`: `openstack_…`. */
export function reachName({ provider, suffixes }: Reach): string {
  return [provider, ...suffixes.map(suffix => suffix ?? '…')].join('_')
}

/** Whether `type` is `start` followed by all suffixes; an open one takes at least one character. */
function fits(type: string, start: string, suffixes: readonly (string | null)[]): boolean {
  const [suffix, ...rest] = suffixes
  if (suffix === undefined) return type === start
  if (!type.startsWith(`${start}_`)) return false
  if (suffix !== null) return fits(type, `${start}_${suffix}`, rest)
  const from = start.length + 2
  if (rest.length === 0) return type.length >= from
  for (let end = from; end < type.length; end++) {
    if (type[end] === '_' && fits(type, type.slice(0, end), rest)) return true
  }
  return false
}

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

/** Which search finds labels by its selector alone, whatever is wrong with them; null when none does. */
export function foundBy(labels: HapLabels): SearchStep['purpose'] | null {
  const { hyperscalerType, tenantName } = labels
  if (hyperscalerType === null || !isLegalLabelValue(hyperscalerType)) return null
  for (const euAccess of [false, true]) {
    const pool = { hyperscalerType, euAccess, shared: false }
    if (selects(sharedSelector(pool), labels)) return 'shared'
    if (selects(claimSelector(pool), labels)) return 'claim'
    if (tenantName !== null && isLegalLabelValue(tenantName) && selects(tenantSelector(pool, tenantName), labels))
      return 'reuse'
  }
  return null
}
