import type { RuleInput } from '../request.ts'
import { type Rule, specificity } from './rule.ts'
import type { Ruleset } from './ruleset.ts'

/**
 * Comparison of an input attribute with the request; `wanted` is null when the rule accepts any
 * value.
 */
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
  /**
   * The verdict as a clause: `chosen`, `less specific (0 vs. 1)`, `no match`, or
   * `no match, case differs`.
   */
  readonly words: string
}

/**
 * Explains every rule of the request's plan, in order of evaluation: most attributes first, then
 * file order.
 */
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
    return { ...seen, verdict: 'no-match', words: isNearMatch(seen) ? 'no match, case differs' : 'no match' }
  }
  const words = `less specific (${seen.specificity} vs. ${specificity(winner)})`
  return { ...seen, verdict: 'less-specific', words }
}

function compare(wanted: string | null, got: string): AttributeVerdict {
  return { wanted, got, ok: wanted === null || wanted === got }
}

type ComparedRegions = Pick<RuleTrace, 'platformRegion' | 'hyperscalerRegion'>

/** Compared regions that differ from the rule's. */
function failedRegions({ platformRegion, hyperscalerRegion }: ComparedRegions): readonly AttributeVerdict[] {
  return [platformRegion, hyperscalerRegion].filter(({ ok }) => !ok)
}

/** Whether a rule that does not match would match if case did not count. */
function isNearMatch(compared: ComparedRegions): boolean {
  const failed = failedRegions(compared)
  return failed.length > 0 && failed.every(({ wanted, got }) => wanted?.toLowerCase() === got.toLowerCase())
}

/**
 * Lists, as sentences, regions of a request that differ from a rule's in case only. The request
 * loses the outputs of that rule, for example EU access.
 */
export function listCaseDifferences(traces: readonly ComparedRegions[]): readonly string[] {
  const failed = traces.filter(isNearMatch).flatMap(failedRegions)
  const describe = ({ wanted, got }: AttributeVerdict) =>
    `Region ${got} differs from ${wanted} in case only, so the rules for ${wanted} do not match.`
  return [...new Set(failed.map(describe))]
}

const MAX_SHOWN_RULES = 50

/** A readable number of a plan's rules. */
export interface ShownRules<Rule = RuleTrace> {
  /** The chosen rule, other matching rules, then the others. */
  readonly rules: readonly Rule[]
  readonly matching: number
  /** Number of omitted rules; they do not match unless there are very many. */
  readonly moreRules: number
}

/** Selects the first rules of a trace: matching ones, then those that differ in case only. */
export function selectShownRules(traces: readonly RuleTrace[]): ShownRules {
  const rank = (trace: RuleTrace) => VERDICTS.indexOf(trace.verdict) - (isNearMatch(trace) ? 0.5 : 0)
  const sorted = traces.toSorted((a, b) => rank(a) - rank(b))
  return {
    rules: sorted.slice(0, MAX_SHOWN_RULES),
    matching: sorted.filter(({ verdict }) => verdict !== 'no-match').length,
    moreRules: Math.max(0, sorted.length - MAX_SHOWN_RULES),
  }
}

const VERDICTS: readonly RuleTrace['verdict'][] = ['chosen', 'less-specific', 'no-match']
