import type { Plans } from '../plans/plan.ts'
import type { RuleInput } from '../request.ts'
import type { Policy } from '../semantics.ts'
import { type Diagnostic, hasErrors } from './diagnostic.ts'
import type { Rule } from './rule.ts'
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
