import { ruleChanges } from '#lib/hap/analysis/rule-changes.ts'
import { caseChanges, describeLostCases } from '#lib/hap/cases/pinned-case.ts'
import { runCases } from '#lib/hap/cases/run-cases.ts'
import { planTable } from '#lib/hap/plans/plan.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { casesOf } from '#lib/rules-file/cases-of.ts'
import { checkDraft } from '../check-draft.ts'
import type { Asked, Publication } from './questions.ts'

/** What rules and cases would change of those they follow. */
export function publicationOf({ before, after, known }: Asked<'publication'>): Publication {
  const { ruleset } = checkDraft(after.text, known)
  const plans = planTable(known.plans, known.requiredPlans)
  const rules = ruleset?.rules ?? []
  const cases = casesOf(after.cases)
  const config = ruleset && { ruleset, plans, policy: policyOf(known.semantics) }
  return {
    rules,
    changes: ruleChanges(checkDraft(before.text, known).ruleset?.rules ?? [], rules, plans),
    lostCases: describeLostCases(caseChanges(casesOf(before.cases), cases)),
    failing: config ? runCases(cases, config).filter(({ passed }) => !passed) : [],
  }
}
