import { TextArea, TextField } from '#components/ui/text-field.tsx'
import { REASON_LIMITS } from '#lib/hap/actions/action.ts'
import { isVisible } from '#lib/hap/text.ts'
import { formatCount } from '#lib/util/format.ts'
import styles from './reason-fields.module.css'

interface ReasonFieldsProps {
  readonly reason: string
  readonly ticket: string
  /**
   * Problem of the reason, as a sentence; by default, only problems visible in the form are shown.
   */
  readonly problem?: string | null
  /** Where the reason and the ticket are shown. */
  readonly help: string
  readonly onReason: (reason: string) => void
  readonly onTicket: (ticket: string) => void
}

/** Fields for the reason and the ticket of an action. */
export function ReasonFields({ reason, ticket, problem = null, help, onReason, onTicket }: ReasonFieldsProps) {
  return (
    <div className={styles.fields}>
      <TextArea
        label="Reason"
        required
        help={help}
        error={tooLong(reason, REASON_LIMITS.reason) ?? problem}
        value={reason}
        onChange={onReason}
      />
      <TextField
        label="Ticket"
        hint="optional"
        autoComplete="off"
        error={tooLong(ticket, REASON_LIMITS.ticket)}
        value={ticket}
        onChange={onTicket}
      />
    </div>
  )
}

/** Reports excess text instead of truncating it, since pasted text would lose its end unnoticed. */
function tooLong(text: string, most: number): string | undefined {
  const { length } = text.trim()
  return length > most ? `${formatCount(length)} characters; at most ${formatCount(most)}.` : undefined
}

/** Why a reason cannot be sent, as a sentence; null when it can. */
export function missingReason(reason: string): string | null {
  if (!isVisible(reason)) return 'A reason is required.'
  const limit = REASON_LIMITS.reason
  return reason.trim().length > limit ? `Shorten the reason to ${formatCount(limit)} characters.` : null
}
