import { defaultProvider, type Plans } from '../plans/plan.ts'
import type { Request } from '../request.ts'
import type { Rule } from '../rules/rule.ts'
import type { Ruleset } from '../rules/ruleset.ts'
import type { AskedFacts } from './asking.ts'

/** Why nobody can tell where a cluster would go, the first that applies. */
export type Missing = 'plan' | 'provider' | 'platform-region' | 'hyperscaler-region'

interface Needs {
  readonly provider: boolean
  readonly platformRegion: boolean
  readonly hyperscalerRegion: boolean
}

/**
 * Makes a request of what is known of a cluster, or says what is missing. A plan that no rule names needs nothing more, a region
 * only counts where a rule of its plan looks at it, and a plan with one provider tells it. An unknown global account stays empty.
 */
export function requestMaker(
  plans: Plans,
  rulesets: readonly Ruleset[],
): (asked: AskedFacts) => { readonly request: Request } | { readonly missing: Missing } {
  const known = new Map<string, Needs>()
  const needsOf = (plan: string) => {
    const needs = known.get(plan) ?? needsOfRules(rulesets.flatMap(ruleset => ruleset.rulesOf(plan)))
    known.set(plan, needs)
    return needs
  }
  return asked => {
    const { plan } = asked
    if (!plan) return { missing: 'plan' }
    const needs = needsOf(plan)
    const provider = asked.provider || onlyProvider(plan, plans)
    if (needs.provider && !provider) return { missing: 'provider' }
    if (needs.platformRegion && asked.platformRegion === null) return { missing: 'platform-region' }
    if (needs.hyperscalerRegion && asked.hyperscalerRegion === null) return { missing: 'hyperscaler-region' }
    return {
      request: {
        plan,
        provider,
        platformRegion: asked.platformRegion ?? '',
        hyperscalerRegion: asked.hyperscalerRegion ?? '',
        globalAccount: asked.globalAccount ?? '',
      },
    }
  }
}

function needsOfRules(rules: readonly Rule[]): Needs {
  return {
    provider: rules.length > 0,
    platformRegion: rules.some(({ platformRegion, output }) => platformRegion !== null || output.PR),
    hyperscalerRegion: rules.some(({ hyperscalerRegion, output }) => hyperscalerRegion !== null || output.HR),
  }
}

function onlyProvider(name: string, plans: Plans): string {
  const plan = plans.byName.get(name)
  return plan?.providers?.length === 1 ? defaultProvider(plan) : ''
}
