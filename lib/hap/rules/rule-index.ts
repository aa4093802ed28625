import type { RuleInput } from '../request.ts'
import type { Rule, RuleIdentity } from './rule.ts'

/** The rules of one plan by what they ask for; a lookup costs the same for any number of rules. */
interface PlanRules {
  generic: Rule | null
  readonly byPlatformRegion: Map<string, Rule>
  readonly byHyperscalerRegion: Map<string, Rule>
  /** Platform region, then hyperscaler region. */
  readonly exact: Map<string, Map<string, Rule>>
}

/** Rules by identity: finds duplicates while it is filled, and the winner of a request afterwards. */
export class RuleIndex {
  readonly #plans = new Map<string, PlanRules>()

  get plans(): ReadonlyMap<string, PlanRules> {
    return this.#plans
  }

  /** Adds a rule, or returns the earlier rule of the same identity and adds nothing. */
  add(rule: Rule): Rule | null {
    const plan = this.#planOf(rule.plan)
    const earlier = ruleIn(plan, rule)
    if (earlier) return earlier
    const { platformRegion, hyperscalerRegion } = rule
    if (platformRegion !== null && hyperscalerRegion !== null) {
      const regions = plan.exact.get(platformRegion)
      if (regions) regions.set(hyperscalerRegion, rule)
      else plan.exact.set(platformRegion, new Map([[hyperscalerRegion, rule]]))
    } else if (platformRegion !== null) {
      plan.byPlatformRegion.set(platformRegion, rule)
    } else if (hyperscalerRegion !== null) {
      plan.byHyperscalerRegion.set(hyperscalerRegion, rule)
    } else {
      plan.generic = rule
    }
    return null
  }

  get(identity: RuleIdentity): Rule | null {
    const plan = this.#plans.get(identity.plan)
    return plan ? ruleIn(plan, identity) : null
  }

  /**
   * The rule with most attributes that fits. Two rules with one attribute each can only both fit where the exact rule for
   * both regions is missing, which a valid ruleset excludes.
   */
  match(request: RuleInput): Rule | null {
    const plan = this.#plans.get(request.plan)
    if (!plan) return null
    return (
      plan.exact.get(request.platformRegion)?.get(request.hyperscalerRegion) ??
      plan.byPlatformRegion.get(request.platformRegion) ??
      plan.byHyperscalerRegion.get(request.hyperscalerRegion) ??
      plan.generic
    )
  }

  #planOf(name: string): PlanRules {
    const known = this.#plans.get(name)
    if (known) return known
    const created = { generic: null, byPlatformRegion: new Map(), byHyperscalerRegion: new Map(), exact: new Map() }
    this.#plans.set(name, created)
    return created
  }
}

function ruleIn(plan: PlanRules, { platformRegion, hyperscalerRegion }: RuleIdentity): Rule | null {
  if (platformRegion === null) {
    return hyperscalerRegion === null ? plan.generic : (plan.byHyperscalerRegion.get(hyperscalerRegion) ?? null)
  }
  if (hyperscalerRegion === null) return plan.byPlatformRegion.get(platformRegion) ?? null
  return plan.exact.get(platformRegion)?.get(hyperscalerRegion) ?? null
}
