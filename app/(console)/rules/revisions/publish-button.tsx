import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useCasesChanged } from '../cases/use-cases-changed.ts'
import { useDraft } from '../use-draft.ts'
import { readRulesAgain } from './read-rules-again.ts'
import { tellPublished } from './tell-published.ts'

const PublishDialog = lazy(() => import('./publish-dialog.tsx').then(file => ({ default: file.PublishDialog })))

/** Publishes the draft of the page; where that cannot be, it says why. */
export function PublishButton() {
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const { changed, outdated, checked, inForce, refusal, reset } = useDraft()
  const casesChanged = useCasesChanged()
  const nothing = changed || casesChanged || inForce.number === 0 ? null : 'There are no changes.'
  const obstacle =
    refusal ??
    nothing ??
    (outdated ? 'Other rules came into force. Choose above how to go on.' : null) ??
    (checked === null ? 'The draft is being checked.' : null) ??
    (checked?.ruleset ? null : 'The draft has errors. Correct them in the editor first.')
  return (
    <>
      <Button look="primary" disabledReason={obstacle} onClick={() => setOpen(true)}>
        Publish
      </Button>
      <Suspense fallback={null}>
        {open && (
          <PublishDialog
            onConflict={() => readRulesAgain(queries)}
            onPublished={async answer => {
              await readRulesAgain(queries)
              reset()
              setOpen(false)
              tellPublished(answer)
            }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
