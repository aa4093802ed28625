import type { Plans } from '../plans/plan.ts'
import type { RuleInput } from '../request.ts'
import type { Policy } from '../semantics.ts'
import { type Diagnostic, hasErrors } from './diagnostic.ts'
import { type Rule, specificity } from './rule.ts'
import type { RuleIndex } from './rule-index.ts'
import { validateRules } from './validate-rules.ts'

/** Either a ruleset and warnings, or no ruleset and at least one error. */
export interface RulesetResult {
  readonly ruleset: Ruleset | null
  readonly diagnostics: readonly Diagnostic[]
}

/** A valid set of rules. Whoever holds one needs no further check: `from` is the only way to it. */
export class Ruleset {
  readonly rules: readonly Rule[]
  readonly #index: RuleIndex

  private constructor(rules: readonly Rule[], index: RuleIndex) {
    this.rules = rules
    this.#index = index
  }

  /** Reads and checks rule texts; all diagnostics at once, sorted by KEB's class order, then position, warnings last. */
  static from(texts: readonly string[], plans: Plans, policy: Policy): RulesetResult {
    const { rules, index, diagnostics } = validateRules(texts, plans, policy)
    return { ruleset: hasErrors(diagnostics) ? null : new Ruleset(rules, index), diagnostics }
  }

  /** The rule that decides for a request: most attributes first, file order never (seed 001). Null when none fits. */
  match(request: RuleInput): Rule | null {
    return this.#index.match(request)
  }

  /** The rules of one plan in file order. */
  rulesOf(plan: string): readonly Rule[] {
    return this.rules.filter(rule => rule.plan === plan)
  }
}

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

const MOST = 50

/** The rules of a plan as far as somebody reads them. */
export interface ShownRules<Rule = RuleTrace> {
  /** The chosen one, then those that also match, then the others. */
  readonly rules: readonly Rule[]
  readonly matching: number
  /** Rules of the plan that are left out; none of them matches unless there are very many. */
  readonly moreRules: number
}

/** The first rules of a trace, those that match before the others. */
export function shownRules(traces: readonly RuleTrace[]): ShownRules {
  const sorted = traces.toSorted((a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict))
  return {
    rules: sorted.slice(0, MOST),
    matching: sorted.filter(({ verdict }) => verdict !== 'no-match').length,
    moreRules: Math.max(0, sorted.length - MOST),
  }
}

const VERDICTS: readonly RuleTrace['verdict'][] = ['chosen', 'less-specific', 'no-match']
