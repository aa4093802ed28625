import type { Plans } from '../plans/plan.ts'
import { isLegalLabelValue } from '../pools/label-value.ts'
import type { Pool } from '../pools/pool.ts'
import type { Rule } from '../rules/rule.ts'

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
