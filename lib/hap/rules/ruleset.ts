import type { Plans } from '../plans/plan.ts'
import type { RuleInput } from '../request.ts'
import type { Policy } from '../semantics.ts'
import { type Diagnostic, hasErrors } from './diagnostic.ts'
import { type Rule, specificity } from './rule.ts'
import type { RuleIndex } from './rule-index.ts'
import { validateRules } from './validate-rules.ts'

/** A ruleset with warnings, or null with at least one error. */
export interface RulesetResult {
  readonly ruleset: Ruleset | null
  readonly diagnostics: readonly Diagnostic[]
}

/** A valid set of rules; `from` is the only constructor, so an instance needs no further check. */
export class Ruleset {
  readonly rules: readonly Rule[]
  readonly #index: RuleIndex

  private constructor(rules: readonly Rule[], index: RuleIndex) {
    this.rules = rules
    this.#index = index
  }

  /**
   * Parses and validates rule texts. Returns all diagnostics, by class in KEB's order, then
   * position, warnings last.
   */
  static from(texts: readonly string[], plans: Plans, policy: Policy): RulesetResult {
    const { rules, index, diagnostics } = validateRules(texts, plans, policy)
    return { ruleset: hasErrors(diagnostics) ? null : new Ruleset(rules, index), diagnostics }
  }

  /**
   * Returns the rule for a request: most attributes win, file order is irrelevant (seed 001). Null
   * when none matches.
   */
  match(request: RuleInput): Rule | null {
    return this.#index.match(request)
  }

  /** Returns the rules of a plan in file order. */
  rulesOf(plan: string): readonly Rule[] {
    return this.rules.filter(rule => rule.plan === plan)
  }
}

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
  /** The verdict as a clause: `chosen`, `less specific, 0 against 1`, `no match`. */
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
    return { ...seen, verdict: 'no-match', words: 'no match' }
  }
  const words = `less specific (${seen.specificity} vs. ${specificity(winner)})`
  return { ...seen, verdict: 'less-specific', words }
}

function compare(wanted: string | null, got: string): AttributeVerdict {
  return { wanted, got, ok: wanted === null || wanted === got }
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

/** Selects the first rules of a trace, matching ones first. */
export function selectShownRules(traces: readonly RuleTrace[]): ShownRules {
  const sorted = traces.toSorted((a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict))
  return {
    rules: sorted.slice(0, MAX_SHOWN_RULES),
    matching: sorted.filter(({ verdict }) => verdict !== 'no-match').length,
    moreRules: Math.max(0, sorted.length - MAX_SHOWN_RULES),
  }
}

const VERDICTS: readonly RuleTrace['verdict'][] = ['chosen', 'less-specific', 'no-match']
