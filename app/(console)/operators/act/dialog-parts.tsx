import { TextLink } from '#components/ui/text-link.tsx'
import { useTabForm } from '#components/ui/use-tab-draft.ts'
import { asksToSignInAgain } from '#lib/auth/sign-in-words.ts'
import { paths } from '#lib/paths.ts'
import { ReasonFields } from '../../reason-fields.tsx'
import { Refusal } from '../../refusal.tsx'

/** Why something is done, as it is typed. */
interface ReasonDraft {
  readonly reason: string
  readonly ticket: string
}

const EMPTY_REASON: ReasonDraft = { reason: '', ticket: '' }

/** Why something is done, kept while it is typed until it is forgotten. `key` tells the dialogs of a tab apart. */
export function useReasonDraft(key: string) {
  const { form: said, change: say, touched: typed, forget } = useTabForm(`hap-operators ${key}`, EMPTY_REASON)
  /** As the API takes it. */
  const order = { reason: said.reason.trim(), ticket: said.ticket.trim() || null }
  return { said, say, forget, typed, order }
}

interface ReasonDraftFieldsProps {
  readonly said: ReasonDraft
  readonly say: (part: Partial<ReasonDraft>) => void
  /** What is wrong with the reason, a sentence; default: nothing that the field does not see itself. */
  readonly problem?: string | null
}

/** The fields for why something is done. */
export function ReasonDraftFields({ said, say, problem = null }: ReasonDraftFieldsProps) {
  return (
    <ReasonFields
      {...said}
      problem={problem}
      help="Both are shown in the audit log"
      onReason={reason => say({ reason })}
      onTicket={ticket => say({ ticket })}
    />
  )
}

interface DialogRefusalProps {
  /** Where the dialog is, to come back to it after another sign-in. */
  readonly href: string
  /** Sentences. */
  readonly children: string
}

/** Why something was not done. Who signed in too long ago does that again, and comes back to the dialog with what was typed. */
export function DialogRefusal({ href, children }: DialogRefusalProps) {
  if (!asksToSignInAgain(children)) return <Refusal>{children}</Refusal>
  return (
    <Refusal action={<TextLink href={paths.signIn(href, { again: true })}>Sign in again</TextLink>}>{children}</Refusal>
  )
}
