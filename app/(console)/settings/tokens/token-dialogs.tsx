import { useState } from 'react'
import { callFailure, signedOutAnswer } from '#app/data/call-failure.ts'
import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Message } from '#components/ui/message.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { MAX_TOKEN_DAYS, MAX_TOKEN_NAME } from '#lib/auth/api-token.ts'
import { ROLES } from '#lib/auth/roles.ts'
import type { ShownToken } from '#lib/services/tokens/create-token.ts'
import type { TokenView } from '#lib/services/tokens/token.ts'
import { Refusal } from '../../refusal.tsx'
import { endToken, makeToken } from '../actions.ts'

interface CreateDialogProps {
  readonly actor: string
  /** Why the user has to sign in again first, as a sentence; null when not required. */
  readonly signIn: string | null
  readonly onMade: (made: ShownToken) => void
  readonly onClose: () => void
}

/** Asks for name, role and lifetime of a new token. */
export function CreateDialog({ actor, signIn, onMade, onClose }: CreateDialogProps) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<string>('viewer')
  const [days, setDays] = useState('90')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState(signIn)
  const submit = async () => {
    setBusy(true)
    setProblem(null)
    const answer = await makeToken({ name, role, days: Number(days) }).catch(
      (error: unknown) => signedOutAnswer(error) ?? UNKNOWN_OUTCOME,
    )
    setBusy(false)
    if (answer.kind === 'made') onMade(answer.made)
    else setProblem(answer.reason)
  }
  return (
    <FormDialog
      title="Create token"
      description="Anyone with the token has its role’s permissions without signing in, until it expires or is revoked."
      note={`Will be recorded as ${actor}`}
      verb="Create token"
      disabledReason={name.trim() === '' ? 'Enter a name.' : isDays(days) ? null : DAYS_HELP}
      busy={busy}
      touched={name !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        help="The program that uses the token. The audit log shows this name with yours."
        value={name}
        onChange={setName}
        maxLength={MAX_TOKEN_NAME}
        autoComplete="off"
        required
      />
      <Select label="Role" value={role} options={ROLES.map(value => ({ value, label: value }))} onChange={setRole} />
      <TextField
        label="Days until expiry"
        help={DAYS_HELP}
        value={days}
        onChange={setDays}
        inputMode="numeric"
        required
      />
      {problem !== null && <Refusal>{problem}</Refusal>}
    </FormDialog>
  )
}

const DAYS_HELP = `Enter a whole number from 1 to ${MAX_TOKEN_DAYS}.`
const UNKNOWN_OUTCOME = {
  kind: 'no-answer',
  reason: 'The console is not responding. The token may have been created. Check the list.',
} as const

function isDays(text: string): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_TOKEN_DAYS
}

interface CreatedDialogProps {
  readonly made: ShownToken
  readonly onClose: () => void
}

/** Shows a new token once. Only the last button closes it, so that a stray click does not lose the token. */
export function CreatedDialog({ made: { name, role, token }, onClose }: CreatedDialogProps) {
  return (
    <Dialog
      title={`Token ${name}`}
      description={`The token has the ${role} role.`}
      width="wide"
      closeDisabledReason="Save the token first. It is not shown again."
      onClose={onClose}
      actions={
        <>
          <CopyButton text={token} what="token">
            Copy token
          </CopyButton>
          <Button look="primary" onClick={onClose}>
            I have saved the token
          </Button>
        </>
      }
    >
      <Message tone="warn">The token is shown only once. The console stores only a hash of it.</Message>
      <TextField label="Token" mono value={token} />
    </Dialog>
  )
}

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
      description="Requests with this token will be rejected immediately. This cannot be undone."
      note={`Will be recorded as ${actor}`}
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
