import type { Plans } from '../../plans/plan.ts'
import { sameOutput } from '../rule.ts'
import type { Ruleset } from '../ruleset.ts'
import { evaluateFourRules, type FourRules } from './four-rules.ts'

interface TranslationProof {
  /** Combinations of plan, platform region and hyperscaler region that were compared. */
  readonly compared: number
  /** Those the two disagree on, as `plan, platform region, hyperscaler region`; none when the translation is right. */
  readonly differing: readonly string[]
}

/** Regions to compare on beside those that are mentioned. */
interface FurtherRegions {
  readonly platform: readonly string[]
  readonly hyperscaler: readonly string[]
}

/** A region that no rule names, for all those that exist and are not mentioned. */
const ELSEWHERE = 'elsewhere'

const NO_MORE: FurtherRegions = { platform: [], hyperscaler: [] }

/**
 * Compares four rules with a ruleset over every plan and every region that either of them mentions, an unmentioned region, none, and
 * further ones. Both look at nothing else of a request, so agreement here is agreement everywhere.
 */
export function proveTranslation(
  rules: FourRules,
  ruleset: Ruleset,
  plans: Plans,
  further: FurtherRegions = NO_MORE,
): TranslationProof {
  const mentioned = Object.values(rules).flatMap(entries => entries.flatMap(entry => entry.region ?? []))
  const ofRules = (region: 'platformRegion' | 'hyperscalerRegion') => ruleset.rules.flatMap(rule => rule[region] ?? [])
  const platformRegions = withOthers([...mentioned, ...ofRules('platformRegion'), ...further.platform])
  const hyperscalerRegions = withOthers([...mentioned, ...ofRules('hyperscalerRegion'), ...further.hyperscaler])
  const differing: string[] = []
  for (const plan of plans.byName.keys()) {
    for (const platformRegion of platformRegions) {
      // The four rules do not look at the hyperscaler region.
      const wanted = evaluateFourRules(rules, plan, platformRegion)
      for (const hyperscalerRegion of hyperscalerRegions) {
        const rule = ruleset.match({ plan, platformRegion, hyperscalerRegion })
        if (!rule || !sameOutput(rule.output, wanted))
          differing.push([plan, platformRegion, hyperscalerRegion].join(', '))
      }
    }
  }
  return { compared: plans.byName.size * platformRegions.length * hyperscalerRegions.length, differing }
}

function withOthers(regions: readonly string[]): readonly string[] {
  return [...new Set([...regions, ELSEWHERE, ''])]
}
