import { TextLink } from '#components/ui/links.tsx'
import { useTabForm } from '#components/ui/use-tab-draft.ts'
import { isSignInTooOld } from '#lib/auth/sign-in-time.ts'
import { paths } from '#lib/paths.ts'
import { ReasonFields } from '../../reason-fields.tsx'
import { Refusal } from '../../refusal.tsx'

/** Reason and ticket as typed. */
interface ReasonDraft {
  readonly reason: string
  readonly ticket: string
}

const EMPTY_REASON: ReasonDraft = { reason: '', ticket: '' }

/** Draft of reason and ticket in this tab, until `forget` drops it. `key` separates the dialogs of a tab. */
export function useReasonDraft(key: string) {
  const { form: draft, change: changeDraft, touched: typed, forget } = useTabForm(`hap-operators ${key}`, EMPTY_REASON)
  /** Trimmed values for the request body. */
  const order = { reason: draft.reason.trim(), ticket: draft.ticket.trim() || null }
  return { draft, changeDraft, forget, typed, order }
}

interface ReasonDraftFieldsProps {
  readonly draft: ReasonDraft
  readonly changeDraft: (part: Partial<ReasonDraft>) => void
  /** Problem of the reason, shown before the field finds one itself. */
  readonly problem?: string | null
}

/** Input fields for reason and ticket. */
export function ReasonDraftFields({ draft, changeDraft, problem = null }: ReasonDraftFieldsProps) {
  return (
    <ReasonFields
      {...draft}
      problem={problem}
      help="Reason and ticket are stored in the audit log"
      onReason={reason => changeDraft({ reason })}
      onTicket={ticket => changeDraft({ ticket })}
    />
  )
}

interface DialogRefusalProps {
  /** URL of the page with the dialog open; a new sign-in returns to it. */
  readonly href: string
  /** Message of the refusal. */
  readonly children: string
}

/**
 * Error message of a dialog. Where the sign-in is too old, it offers a new one that returns to the
 * dialog and its draft.
 */
export function DialogRefusal({ href, children }: DialogRefusalProps) {
  if (!isSignInTooOld(children)) return <Refusal>{children}</Refusal>
  return (
    <Refusal action={<TextLink href={paths.signIn(href, { again: true })}>Sign in again</TextLink>}>{children}</Refusal>
  )
}
