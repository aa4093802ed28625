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

/** A region that no rule names, for all those that exist and are not mentioned. */
const ELSEWHERE = 'elsewhere'

/**
 * Compares four rules with a ruleset over every plan and every region that either of them mentions, an unmentioned region and
 * none. Both look at nothing else of a request, so agreement here is agreement everywhere.
 */
export function proveTranslation(rules: FourRules, ruleset: Ruleset, plans: Plans): TranslationProof {
  const mentioned = Object.values(rules).flatMap(entries => entries.flatMap(entry => entry.region ?? []))
  const platformRegions = withOthers([...mentioned, ...ruleset.rules.flatMap(rule => rule.platformRegion ?? [])])
  const hyperscalerRegions = withOthers([...mentioned, ...ruleset.rules.flatMap(rule => rule.hyperscalerRegion ?? [])])
  const combinations = [...plans.byName.keys()].flatMap(plan =>
    platformRegions.flatMap(platformRegion =>
      hyperscalerRegions.map(hyperscalerRegion => ({ plan, platformRegion, hyperscalerRegion })),
    ),
  )
  const differing = combinations.filter(request => {
    const rule = ruleset.match(request)
    return !rule || !sameOutput(rule.output, evaluateFourRules(rules, request.plan, request.platformRegion))
  })
  return { compared: combinations.length, differing: differing.map(request => Object.values(request).join(', ')) }
}

function withOthers(regions: readonly string[]): readonly string[] {
  return [...new Set([...regions, ELSEWHERE, ''])]
}
