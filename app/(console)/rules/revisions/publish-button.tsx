import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { CheckedDraft } from '../evaluation/checked-draft.ts'
import { useCasesChanged, useDraft } from '../use-draft.tsx'
import { notifyPublished, refreshRules } from './refresh-rules.ts'

const PublishDialog = lazy(() => import('./publish-dialog.tsx').then(file => ({ default: file.PublishDialog })))

/** Opens the publication of the draft; disabled with a reason while it cannot be published. */
export function PublishButton() {
  const queries = useQueryClient()
  const [open, setOpen] = useState<CheckedDraft | null>(null)
  const { text, changed, outdated, checked, inForce, refusal, reset } = useDraft()
  const casesChanged = useCasesChanged()
  const unchanged = changed || casesChanged || inForce.number === 0 ? null : 'No changes.'
  const disabledReason =
    refusal ??
    unchanged ??
    (outdated ? 'New rules were published. Choose above how to continue.' : null) ??
    // A check of an earlier text does not cover the current one.
    (checked?.text === text ? null : 'Checking the draft…') ??
    (checked?.valid ? null : 'Fix the errors in the editor first.')
  return (
    <>
      <Button look="primary" disabledReason={disabledReason} onClick={() => setOpen(checked)}>
        Publish
      </Button>
      <Suspense fallback={null}>
        {open !== null && (
          <PublishDialog
            draft={open}
            onConflict={() => refreshRules(queries)}
            onPublished={async answer => {
              await refreshRules(queries)
              reset()
              setOpen(null)
              notifyPublished(queries, answer.number)
            }}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  )
}
