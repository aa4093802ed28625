import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { RulesDetail } from '#lib/services/rules/get-rules.ts'
import type { checkHere } from './evaluation/check-here.ts'
import type { CheckedDraft } from './evaluation/checked-draft.ts'
import { evaluation } from './evaluation/evaluation.ts'
import { useAnswer } from './evaluation/use-answer.ts'

/** Tells drafts of this page apart. */
let drafts = 0

/** A text checked after each change: a short one at once, a longer one beside the page, so that typing never waits for it. */
export function useChecked(text: string, inForce: RulesDetail): CheckedDraft | null {
  const { plans, requiredPlans, semantics } = inForce
  const asked = useMemo(
    () => ({ id: `draft ${++drafts}`, text, known: { plans, requiredPlans, semantics } }),
    [text, plans, requiredPlans, semantics],
  )
  const check = useCheckHere()
  const here = useMemo(() => check?.(asked) ?? null, [check, asked])
  useLayoutEffect(() => {
    if (here !== null) evaluation.knows(asked)
  }, [here, asked])
  const newest = useAnswer('check', here === null ? asked : null) ?? here
  // From one way to the other nothing is known for a moment.
  const [last, setLast] = useState(newest)
  if (newest !== null && newest !== last) setLast(newest)
  return newest ?? last
}

/** How short texts are checked; null until it is loaded, after the page has come. */
function useCheckHere(): typeof checkHere | null {
  const [check, setCheck] = useState<typeof checkHere | null>(null)
  useEffect(() => {
    let left = false
    import('./evaluation/check-here.ts').then(
      part => !left && setCheck(() => part.checkHere),
      // The worker checks short texts too.
      () => {},
    )
    return () => {
      left = true
    }
  }, [])
  return check
}
