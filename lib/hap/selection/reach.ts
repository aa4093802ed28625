import type { Plans } from '../plans/plan.ts'
import { type HapLabels, isLegalLabelValue } from '../pools/labels.ts'
import type { Pool } from '../pools/pool.ts'
import { claimSelector, formatSelector, selects, sharedSelector, tenantSelector } from '../pools/selector.ts'
import type { Rule } from '../rules/rule.ts'
import type { SearchStep } from './decision.ts'

/** Pools that a rule can lead to on one provider; regions from the request are left open. */
export interface Reach {
  readonly provider: string
  /** Suffixes of the hyperscaler type in order; null for any region of the request. */
  readonly suffixes: readonly (string | null)[]
  readonly euAccess: boolean
  readonly shared: boolean
}

/**
 * Returns the pools of a rule, one entry per provider of its plan; empty for an unknown plan or one
 * with any provider.
 */
export function reachOf(rule: Rule, plans: Plans): readonly Reach[] {
  const suffixes = [
    ...(rule.output.PR ? [rule.platformRegion] : []),
    ...(rule.output.HR ? [rule.hyperscalerRegion] : []),
  ]
  const { EU: euAccess, S: shared } = rule.output
  return (plans.byName.get(rule.plan)?.providers ?? []).map(provider => ({ provider, suffixes, euAccess, shared }))
}

/** Whether some request gets this pool from the rule. */
export function reaches(reach: Reach, pool: Pool): boolean {
  if (reach.euAccess !== pool.euAccess || reach.shared !== pool.shared) return false
  return fits(pool.hyperscalerType, reach.provider, reach.suffixes)
}

/**
 * The single pool of a reach; null when a region is open or the hyperscaler type is no legal label
 * value.
 */
export function onlyPool({ provider, suffixes, euAccess, shared }: Reach): Pool | null {
  if (suffixes.includes(null)) return null
  const hyperscalerType = [provider, ...suffixes].join('_')
  return isLegalLabelValue(hyperscalerType) ? { hyperscalerType, euAccess, shared } : null
}

/** Formats the hyperscaler type with `…` for open regions: `openstack_…`. */
export function reachName({ provider, suffixes }: Reach): string {
  return [provider, ...suffixes.map(suffix => suffix ?? '…')].join('_')
}

/**
 * Whether `type` is `start` followed by all suffixes; an open one matches at least one character.
 */
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
 * Formats the selectors by which a rule finds an account without owner, one per provider of its
 * plan; for shared rules a shared account (seed 001). `…` represents what the request decides.
 */
export function ruleSelectors(rule: Rule, plans: Plans): readonly string[] {
  const plan = plans.byName.get(rule.plan)
  if (!plan) return []
  // Requests of such a plan name the provider.
  const known =
    plan.providers === null ? { ...plans, byName: new Map([[plan.name, { ...plan, providers: ['…'] }]]) } : plans
  return reachOf(rule, known).map(selectorOf)
}

function selectorOf(reach: Reach): string {
  const pool = { hyperscalerType: reachName(reach), euAccess: reach.euAccess, shared: reach.shared }
  return formatSelector(pool.shared ? sharedSelector(pool) : claimSelector(pool))
}

/** Returns the search whose selector matches labels, valid or not; null for none. */
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
