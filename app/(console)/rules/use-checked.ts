import { useEffect, useRef, useState } from 'react'
import type { RulesAnswer } from '#app/api/rules-answer.ts'
import { useLoaded } from '#components/ui/use-loaded.ts'
import type { CheckedDraft } from './check-draft.ts'

/** What may be done between two key strokes without anybody noticing, once the letter is drawn. */
const UNNOTICED_MS = 50
/** A pause in typing. */
const PAUSE_MS = 250

/** A text checked after each change: at once as long as that is quick, else in the next pause, so that typing never waits. */
export function useChecked(text: string, inForce: RulesAnswer): CheckedDraft | null {
  const { part } = useLoaded(() => import('./check-draft.ts'))
  const [checked, setChecked] = useState<CheckedDraft | null>(null)
  const took = useRef(0)
  const { plans, requiredPlans, semantics } = inForce
  useEffect(() => {
    if (!part) return
    const check = () => {
      const start = performance.now()
      setChecked(part.checkDraft(text, { plans, requiredPlans, semantics }))
      took.current = performance.now() - start
    }
    const timer = setTimeout(check, took.current < UNNOTICED_MS ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [part, text, plans, requiredPlans, semantics])
  return checked
}
