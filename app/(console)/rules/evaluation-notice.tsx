import { useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Strip } from '#components/ui/message.tsx'
import { evaluation } from './evaluation/evaluation.ts'

/** The part of the page that evaluates rules was not loaded, or it broke; where that was for a moment, the notice goes by itself. */
export function EvaluationNotice() {
  const broken = useSyncExternalStore(
    evaluation.onBroken,
    () => evaluation.broken,
    () => false,
  )
  if (!broken) return null
  return (
    <Strip
      tone="danger"
      announce
      action={
        <Button size="small" onClick={() => window.location.reload()}>
          Reload
        </Button>
      }
    >
      The part of this page that evaluates rules was not loaded, or it stopped: findings, cases and coverage may be
      those of an earlier text. It is tried again every few seconds; if this stays, reload the page. Your text and your
      cases are kept.
    </Strip>
  )
}
