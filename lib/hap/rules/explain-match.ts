import type { RuleInput } from '../request.ts'
import { type Rule, specificity } from './rule.ts'
import type { Ruleset } from './ruleset.ts'

/** How one input attribute of a rule compares with the request; `wanted` is null when the rule accepts any value. */
export interface AttributeVerdict {
  readonly wanted: string | null
  readonly got: string
  readonly ok: boolean
}

export interface RuleTrace {
  readonly rule: Rule
  readonly platformRegion: AttributeVerdict
  readonly hyperscalerRegion: AttributeVerdict
  readonly specificity: number
  readonly verdict: 'chosen' | 'less-specific' | 'no-match'
  /** The verdict as a fragment: `chosen`, `less specific, 0 against 1`, `no match`. */
  readonly words: string
}

/** Every rule of the request's plan in evaluation order (most attributes first, then file order) with its verdict. */
export function explainMatch(ruleset: Ruleset, request: RuleInput): readonly RuleTrace[] {
  const winner = ruleset.match(request)
  return ruleset
    .rulesOf(request.plan)
    .toSorted((a, b) => specificity(b) - specificity(a) || a.index - b.index)
    .map(rule => trace(rule, request, winner))
}

function trace(rule: Rule, request: RuleInput, winner: Rule | null): RuleTrace {
  const platformRegion = compare(rule.platformRegion, request.platformRegion)
  const hyperscalerRegion = compare(rule.hyperscalerRegion, request.hyperscalerRegion)
  const seen = { rule, platformRegion, hyperscalerRegion, specificity: specificity(rule) }
  if (rule === winner) return { ...seen, verdict: 'chosen', words: 'chosen' }
  if (winner === null || !platformRegion.ok || !hyperscalerRegion.ok) {
    return { ...seen, verdict: 'no-match', words: 'no match' }
  }
  const words = `less specific, ${seen.specificity} against ${specificity(winner)}`
  return { ...seen, verdict: 'less-specific', words }
}

function compare(wanted: string | null, got: string): AttributeVerdict {
  return { wanted, got, ok: wanted === null || wanted === got }
}
