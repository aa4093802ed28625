import { memoised } from '../memoised.ts'
import { defaultProvider, type Plans } from '../plans/plan.ts'
import type { Request } from '../request.ts'
import type { Ruleset } from '../rules/ruleset.ts'
import { regionNeeds, type UnknownRegion, unknownRegion } from '../rules/unknown-region.ts'
import type { AskedFacts } from './asking.ts'

/** Why nobody can tell where a cluster would go, the first that applies. */
export type Missing = 'plan' | 'provider' | UnknownRegion

/**
 * Makes a request of what is known of a cluster, or says what is missing. A plan that no rule names needs nothing more, a region
 * only counts where a rule of its plan looks at it, and a plan with one provider tells it. An unknown global account stays empty.
 */
export function requestMaker(plans: Plans, rulesets: readonly Ruleset[]): (asked: AskedFacts) => Request | Missing {
  const needsOf = memoised((plan: string) => {
    const rules = rulesets.flatMap(ruleset => ruleset.rulesOf(plan))
    return { provider: rules.length > 0, regions: regionNeeds(rules, 'pool') }
  })
  return asked => {
    const { plan } = asked
    if (!plan) return 'plan'
    const needs = needsOf(plan)
    const provider = asked.provider || onlyProvider(plan, plans)
    if (needs.provider && !provider) return 'provider'
    const region = unknownRegion(needs.regions, asked)
    if (region) return region
    return {
      plan,
      provider,
      platformRegion: asked.platformRegion ?? '',
      hyperscalerRegion: asked.hyperscalerRegion ?? '',
      globalAccount: asked.globalAccount ?? '',
    }
  }
}

function onlyProvider(name: string, plans: Plans): string {
  const plan = plans.byName.get(name)
  return plan?.providers?.length === 1 ? defaultProvider(plan) : ''
}
