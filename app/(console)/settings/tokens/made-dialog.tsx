import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Message } from '#components/ui/message.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { ShownToken } from '#lib/services/tokens/create-token.ts'

interface MadeDialogProps {
  readonly made: ShownToken
  readonly onClose: () => void
}

/** Shows a new token once. Only the last button closes it, so that a stray click does not lose the token. */
export function MadeDialog({ made: { name, role, token }, onClose }: MadeDialogProps) {
  return (
    <Dialog
      title={`Token ${name}`}
      description={`It acts with the role ${role}.`}
      width="wide"
      stays="Store the token first: it is not shown again."
      onClose={onClose}
      actions={
        <>
          <CopyButton text={token} what="token">
            Copy token
          </CopyButton>
          <Button look="primary" onClick={onClose}>
            I have stored it
          </Button>
        </>
      }
    >
      <Message tone="warn">This is the only time it is shown. The console keeps no more than a hash of it.</Message>
      <TextField label="Token" mono value={token} />
    </Dialog>
  )
}
