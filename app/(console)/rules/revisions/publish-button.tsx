import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { CheckedDraft } from '../evaluation/checked-draft.ts'
import { useCasesChanged, useDraft } from '../use-draft.ts'
import { readRulesAgain, tellPublished } from './refresh-rules.ts'

const PublishDialog = lazy(() => import('./publish-dialog.tsx').then(file => ({ default: file.PublishDialog })))

/** Publishes the draft of the page; where that cannot be, it says why. */
export function PublishButton() {
  const queries = useQueryClient()
  const [open, setOpen] = useState<CheckedDraft | null>(null)
  const { text, changed, outdated, checked, inForce, refusal, reset } = useDraft()
  const casesChanged = useCasesChanged()
  const nothing = changed || casesChanged || inForce.number === 0 ? null : 'There are no changes.'
  const obstacle =
    refusal ??
    nothing ??
    (outdated ? 'Other rules came into force. Choose above how to go on.' : null) ??
    // A check of an earlier text says nothing about this one.
    (checked?.text === text ? null : 'The draft is being checked.') ??
    (checked?.valid ? null : 'The draft has errors. Correct them in the editor first.')
  return (
    <>
      <Button look="primary" disabledReason={obstacle} onClick={() => setOpen(checked)}>
        Publish
      </Button>
      <Suspense fallback={null}>
        {open !== null && (
          <PublishDialog
            draft={open}
            onConflict={() => readRulesAgain(queries)}
            onPublished={async answer => {
              await readRulesAgain(queries)
              reset()
              setOpen(null)
              tellPublished(queries, answer.number)
            }}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  )
}
