'use client'

import { useState } from 'react'
import { useObserveModeReason } from '#app/(console)/observe-mode.tsx'
import { callFailure } from '#app/data/call-failure.ts'
import { Button } from '#components/ui/button.tsx'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { roleDisabledReason } from '#lib/auth/roles.ts'
import { paths } from '#lib/paths.ts'
import type { Queue } from '#lib/queries/pools/queues.ts'
import type { Person } from '../../person.ts'
import { ActDialog } from '../act/act-dialog.tsx'
import { cancelWaitingClaim } from './actions.ts'

interface CancelButtonProps {
  readonly claim: Pick<Queue['claims'][number], 'id' | 'globalAccount' | 'cancelRefusal'>
  readonly person: Person
  /** Refetches the queue. */
  readonly onCancelled: () => void
}

/** Button that cancels a waiting claim, with a reason. */
export function CancelButton({ claim: { id, globalAccount, cancelRefusal }, person, onCancelled }: CancelButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const observeModeReason = useObserveModeReason()
  return (
    <>
      <Button
        size="small"
        aria-label={`Cancel claim of ${globalAccount}`}
        disabledReason={observeModeReason ?? roleDisabledReason(person.role, NEEDED_ROLES.claim) ?? cancelRefusal}
        onClick={() => setOpen(true)}
      >
        Cancel
      </Button>
      {isOpen && (
        <ActDialog
          id={`cancel claim ${id}`}
          title={`Cancel the claim of ${globalAccount}`}
          description="The claim leaves the queue and gets no account. Its client receives the reason. To claim again, the client needs a new Idempotency-Key."
          verb="Cancel claim"
          danger
          person={person}
          href={paths.operators('waiting')}
          obstacle={null}
          changed={null}
          onSeen={() => {}}
          typed={null}
          act={async ({ reason, ticket }) => {
            const refusal = await cancelWaitingClaim(id, { reason, ticket }).catch((error: unknown) =>
              callFailure(error, NO_ANSWER),
            )
            if (refusal === null) {
              setOpen(false)
              onCancelled()
            }
            return refusal
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const NO_ANSWER = 'The console is not responding. Check the queue before you retry.'
