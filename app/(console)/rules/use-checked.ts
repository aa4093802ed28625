import { useMemo } from 'react'
import type { RulesAnswer } from '#app/api/rules-answer.ts'
import type { CheckedDraft } from './evaluation/checked-draft.ts'
import { useAnswer } from './evaluation/use-answer.ts'

/** A text checked after each change; typing never waits for it. */
export function useChecked(text: string, inForce: RulesAnswer): CheckedDraft | null {
  const { plans, requiredPlans, semantics } = inForce
  const asked = useMemo(
    () => ({ text, known: { plans, requiredPlans, semantics } }),
    [text, plans, requiredPlans, semantics],
  )
  return useAnswer('check', asked)
}
