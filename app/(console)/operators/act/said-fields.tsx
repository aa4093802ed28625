import { ReasonFields } from '../../reason-fields.tsx'
import type { Said } from './said.ts'

interface SaidFieldsProps {
  readonly said: Said
  readonly say: (part: Partial<Said>) => void
  /** What is wrong with the reason, a sentence; default: nothing that the field does not see itself. */
  readonly problem?: string | null
}

/** The fields for why something is done. */
export function SaidFields({ said, say, problem = null }: SaidFieldsProps) {
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
