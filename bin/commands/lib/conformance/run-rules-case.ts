import { DEFAULT_PLANS, type Plans, planTable } from '#lib/hap/plans/plan.ts'
import type { Diagnostic } from '#lib/hap/rules/diagnostic.ts'
import { parseRule } from '#lib/hap/rules/parse-rule.ts'
import type { Rule } from '#lib/hap/rules/rule.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import type { Policy } from '#lib/hap/semantics.ts'
import type { CaseOf } from './case-schema.ts'

/** An error as cases write it; keys a class has no use for are missing. */
export interface CaseError {
  readonly class: string
  readonly rules?: readonly number[]
  readonly missing?: string
  readonly plan?: string
  readonly uncovered?: readonly string[]
}

export function runParseCase({ rules }: CaseOf<'parse'>, policy: Policy): object {
  const parsed = rules.map((text, index) => parseRule(text, index, policy))
  const errors = caseErrors(parsed.flatMap(one => one.diagnostics))
  const rule = parsed[0]?.rule
  return errors.length > 0 ? { ok: false, errors } : { ok: true, errors, rule: rule ? caseRule(rule) : null }
}

export function runValidateCase({ rules, plans }: CaseOf<'validate'>, policy: Policy): object {
  const { ruleset, diagnostics } = Ruleset.from(rules, casePlans(plans), policy)
  return { ok: ruleset !== null, errors: caseErrors(diagnostics) }
}

/** The plans of a case; without any, KEB's own as allowed and none as required. */
export function casePlans(plans: CaseOf<'validate'>['plans']): Plans {
  const names = plans?.allowed ?? [...DEFAULT_PLANS.byName.keys()]
  const table = names.map(name => ({ name, providers: DEFAULT_PLANS.byName.get(name)?.providers ?? null }))
  return planTable(table, plans?.required ?? [])
}

/** The errors of KEB's first failing class, as cases write them: only that class is compared. */
export function caseErrors(diagnostics: readonly Diagnostic[]): readonly CaseError[] {
  const errors = diagnostics.filter(one => one.severity === 'error')
  return errors.filter(one => one.class === errors[0]?.class).map(caseError)
}

function caseError(error: Diagnostic): CaseError {
  if (error.code === 'plan-unknown') return { class: 'plan', rules: numbersOf(error), plan: error.plans[0] ?? '' }
  if (error.code === 'plan-uncovered') return { class: 'plan', uncovered: error.plans }
  if (error.class === 'empty') return { class: 'empty' }
  const rules =
    error.class === 'ambiguity'
      ? [...error.related.map(range => range.rule + 1), ...numbersOf(error)]
      : numbersOf(error)
  return { class: error.class, rules, ...(error.missing === null ? {} : { missing: error.missing }) }
}

function numbersOf(error: Diagnostic): readonly number[] {
  return error.range ? [error.range.rule + 1] : []
}

function caseRule({ plan, platformRegion, hyperscalerRegion, output }: Rule): object {
  return { plan, platformRegion, hyperscalerRegion, output }
}
