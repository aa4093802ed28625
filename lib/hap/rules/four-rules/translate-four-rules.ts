import type { Plans } from '../../plans/plan.ts'
import { formatRuleParts } from '../format-rule.ts'
import { sameOutput } from '../rule.ts'
import { evaluateFourRules, type FourRuleEntry, type FourRules } from './four-rules.ts'

/**
 * The same in the DSL: for each plan a rule for every region, and one for each platform region that is treated differently.
 * `*:region` so becomes a rule per plan. There is no hyperscaler region in the four rules, hence nothing ambiguous.
 */
export function translateFourRules(rules: FourRules, plans: Plans): readonly string[] {
  const entries = Object.values(rules).flat()
  return [...plans.byName.keys()].flatMap(plan => {
    const everywhere = evaluateFourRules(rules, plan, '')
    const special = regionsOf(plan, entries).flatMap(platformRegion => {
      const output = evaluateFourRules(rules, plan, platformRegion)
      if (sameOutput(output, everywhere)) return []
      return [formatRuleParts({ plan, platformRegion, hyperscalerRegion: null }, output)]
    })
    return [formatRuleParts({ plan, platformRegion: null, hyperscalerRegion: null }, everywhere), ...special]
  })
}

function regionsOf(plan: string, entries: readonly FourRuleEntry[]): readonly string[] {
  const named = entries.flatMap(({ plans, region }) => (region !== null && plans.has(plan) ? [region] : []))
  return [...new Set(named)].sort()
}
