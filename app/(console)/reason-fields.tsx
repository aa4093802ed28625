import { TextArea } from '#components/ui/text-area.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import styles from './reason-fields.module.css'

interface ReasonFieldsProps {
  readonly reason: string
  readonly ticket: string
  /** Characters the service takes of each. */
  readonly most: { readonly reason: number; readonly ticket: number }
  /** Where people will read it. */
  readonly help: string
  readonly onReason: (reason: string) => void
  readonly onTicket: (ticket: string) => void
}

/** Why something is done, and where it was asked for. */
export function ReasonFields({ reason, ticket, most, help, onReason, onTicket }: ReasonFieldsProps) {
  return (
    <div className={styles.fields}>
      <TextArea label="Reason" required maxLength={most.reason} value={reason} onChange={onReason} />
      <TextField
        label="Ticket"
        hint="optional"
        help={help}
        autoComplete="off"
        maxLength={most.ticket}
        value={ticket}
        onChange={onTicket}
      />
    </div>
  )
}
