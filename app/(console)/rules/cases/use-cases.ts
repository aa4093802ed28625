import { useDeferredValue, useEffect, useSyncExternalStore } from 'react'
import type { RulesAnswer } from '#app/api/rules-answer.ts'
import type { PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import type { RouteConfig } from '#lib/hap/cases/route.ts'
import { type CaseResult, runCases } from '#lib/hap/cases/run-cases.ts'
import { planTable } from '#lib/hap/plans/plan.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf } from '#lib/hap/semantics/policy.ts'
import { readCasesFile } from '#lib/rules-file/read-cases-file.ts'
import { writeCasesFile } from '#lib/rules-file/write-cases-file.ts'
import { useDraft } from '../use-draft.ts'
import { casesText, keepCases, onCases } from './kept-cases.ts'
import { lastAnswer } from './last-answer.ts'

interface Cases {
  readonly cases: readonly PinnedCase[]
  /** What came of each under the draft, in the same order; null while the draft has errors, or was not checked yet. */
  readonly results: readonly CaseResult[] | null
  /** What the draft leads requests by; null together with `results`. */
  readonly config: RouteConfig | null
  /** As a file, with the comments of the one that was imported; empty for none. */
  readonly text: string
  /** Whether they are others than those published with the rules in force. */
  readonly changed: boolean
  readonly change: (cases: readonly PinnedCase[]) => void
  /** Takes the text of a file that readCasesFile reads; null for the published ones. */
  readonly replace: (text: string | null) => void
}

/** The pinned cases, one's own or those published with the rules, evaluated anew whenever they or the draft change. */
export function useCases(): Cases {
  const { person, checked, inForce } = useDraft()
  const own = useSyncExternalStore(
    onCases,
    () => casesText(person.name),
    () => null,
  )
  const text = own ?? inForce.pinned
  useEffect(() => {
    // What is published is everybody's, and follows what others publish.
    if (own !== null && own === inForce.pinned) keepCases(person.name, null)
  }, [own, inForce.pinned, person.name])
  const cases = ownCases(text)
  // Typing does not wait for the cases.
  const ruleset = useDeferredValue(checked?.ruleset ?? null)
  const { plans, requiredPlans, semantics } = inForce
  const config = configOf(ruleset, plans, requiredPlans, semantics)
  const results = resultsOf(cases, config)
  return {
    cases,
    results,
    config,
    text,
    changed: text !== inForce.pinned,
    change: changed => keepCases(person.name, changed.length === 0 ? '' : writeCasesFile(changed, text)),
    replace: taken => keepCases(person.name, taken),
  }
}

/** The cases of a text; none for one that nobody can read. */
export function casesOf(text: string): readonly PinnedCase[] {
  if (text === '') return []
  const read = readCasesFile(new TextEncoder().encode(text))
  return 'cases' in read ? read.cases : []
}

/** Tab, tag and dialog ask for the same. */
const ownCases = lastAnswer(casesOf)

const configOf = lastAnswer(
  (
    ruleset: Ruleset | null,
    plans: RulesAnswer['plans'],
    requiredPlans: RulesAnswer['requiredPlans'],
    semantics: RulesAnswer['semantics'],
  ): RouteConfig | null => ruleset && { ruleset, plans: planTable(plans, requiredPlans), policy: policyOf(semantics) },
)

const resultsOf = lastAnswer(
  (cases: readonly PinnedCase[], config: RouteConfig | null) => config && runCases(cases, config),
)
