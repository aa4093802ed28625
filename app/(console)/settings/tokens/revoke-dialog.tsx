import { useState } from 'react'
import { callFailure } from '#app/data/call-failure.ts'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import type { TokenView } from '#lib/services/tokens/token.ts'
import { Refusal } from '../../refusal.tsx'
import { endToken } from './actions.ts'

interface RevokeDialogProps {
  readonly token: TokenView
  readonly actor: string
  readonly onRevoked: () => void
  readonly onClose: () => void
}

const NO_ANSWER = 'The console is not responding. Try again.'

/** Confirms the revocation of a token. */
export function RevokeDialog({ token, actor, onRevoked, onClose }: RevokeDialogProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async () => {
    setBusy(true)
    const refusal = await endToken(token.id).catch((error: unknown) => callFailure(error, NO_ANSWER))
    setBusy(false)
    if (refusal === null) onRevoked()
    else setProblem(refusal)
  }
  return (
    <FormDialog
      title={`Revoke token ${token.name}`}
      description="The next request with it is refused. This cannot be undone; a new token can be made."
      note={`Recorded as ${actor}`}
      verb="Revoke token"
      danger
      disabledReason={null}
      busy={busy}
      touched={false}
      onSubmit={submit}
      onClose={onClose}
    >
      {problem !== null && <Refusal>{problem}</Refusal>}
    </FormDialog>
  )
}
