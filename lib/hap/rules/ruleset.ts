import type { Plans } from '../plans/plan.ts'
import type { RuleInput } from '../request.ts'
import type { Policy } from '../semantics/policy.ts'
import { type Diagnostic, hasErrors } from './diagnostic.ts'
import type { Rule } from './rule.ts'
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
