import { useEffect, useMemo, useState } from 'react'
import type { CaseResult } from '#lib/hap/cases/run-cases.ts'
import type { RulesDetail } from '#lib/services/rules/get-rules.ts'
import { evaluation } from '../evaluation/evaluation.ts'
import { useAnswer } from '../evaluation/use-answer.ts'

const NONE: readonly CaseResult[] = []

/**
 * The pinned cases of the rules in force, which stay pinned, that do not hold under a document; null until that is known. None where the
 * page cannot tell: nobody waits for that in a bad hour, and the server asks every case before it publishes.
 */
export function useFailingPinned(
  document: string | undefined,
  rules: RulesDetail | undefined,
): readonly CaseResult[] | null {
  useEffect(() => () => evaluation.close(), [])
  // For good: a form that is shown must not go again while somebody types in it.
  const [untold, setUntold] = useState(evaluation.broken)
  useEffect(() => evaluation.onBroken(() => setUntold(true)), [])
  const asked = useMemo(() => {
    if (document === undefined || rules === undefined) return null
    const { pinned, plans, requiredPlans, semantics } = rules
    const known = { plans, requiredPlans, semantics }
    return { before: { text: rules.text, cases: pinned }, after: { text: document, cases: pinned }, known }
  }, [document, rules])
  return useAnswer('publication', asked)?.failing ?? (untold ? NONE : null)
}
