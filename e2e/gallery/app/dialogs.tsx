'use client'

import { useState } from 'react'
import { LabelDiff } from '#components/hap/label-diff.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { TextArea } from '#components/ui/text-area.tsx'
import { TENANT } from './sample.ts'

/** A dialog that writes, with what it would change. */
export function Dialogs() {
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  return (
    <>
      <Button look="danger-quiet" onClick={() => setOpen(true)}>
        Mark dirty
      </Button>
      {open && (
        <Dialog
          title={
            <>
              Mark <span className={text.mono}>aws-eu-0231</span> dirty
            </>
          }
          description="No new cluster will be placed on this account. It is cleaned once the 3 clusters below are gone; none of them is deleted. You can undo this until cleaning starts."
          width="wide"
          keep={reason !== ''}
          onClose={() => setOpen(false)}
          note="Recorded as m.okafor, operator"
          actions={
            <>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <Button
                look="danger"
                disabledReason={reason === '' ? 'A reason is missing.' : null}
                onClick={() => setOpen(false)}
              >
                Mark dirty <Kbd>⌘↵</Kbd>
              </Button>
            </>
          }
        >
          <LabelDiff
            object="CredentialsBinding garden-kyma-prod/aws-eu-0231"
            version="918273644"
            lines={[
              { change: 'kept', key: 'tenantName', value: TENANT, note: 'stays until it is clean' },
              { change: 'added', key: 'dirty', value: 'true', note: 'label' },
              { change: 'removed', key: 'hap.kyma-project.io/epoch', value: '41', note: 'annotation' },
              { change: 'added', key: 'hap.kyma-project.io/epoch', value: '42', note: 'annotation' },
            ]}
          />
          <Message tone="ok">
            <b>The API server accepts this change.</b> Dry run in 310 ms, nothing written.
          </Message>
          <TextArea label="Reason" value={reason} onChange={setReason} />
        </Dialog>
      )}
    </>
  )
}
