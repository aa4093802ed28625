import { ReasonFields } from '../../../../reason-fields.tsx'
import { oneLine } from './action-form.ts'

interface ActionReasonProps {
  readonly reason: string
  readonly ticket: string
  readonly onReason: (reason: string) => void
  readonly onTicket: (ticket: string) => void
}

/** Reason and ticket of an action on bindings. */
export function ActionReason({ onReason, ...rest }: ActionReasonProps) {
  return (
    <ReasonFields {...rest} help="Both are shown in the audit log" onReason={reason => onReason(oneLine(reason))} />
  )
}
