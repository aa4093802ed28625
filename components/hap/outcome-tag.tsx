import { Tag } from '#components/ui/tag.tsx'
import type { AuditOutcome } from '#lib/hap/audit/binding-write.ts'

const LOOKS = {
  accepted: { label: 'Done', tone: null, means: 'The action succeeded' },
  refused: { label: 'Refused', tone: 'warn', means: 'The action was not allowed; the reason is recorded' },
  cancelled: { label: 'Cancelled', tone: null, means: 'The action was cancelled; nothing was written' },
  failed: { label: 'Failed', tone: 'danger', means: 'The action was attempted but did not succeed' },
  unknown: { label: 'Unknown', tone: 'danger', means: 'The action may or may not have succeeded' },
  open: { label: 'Open', tone: 'info', means: 'The action has started; no outcome is recorded yet' },
} as const

interface OutcomeTagProps {
  readonly outcome: AuditOutcome
  /** Detail recorded with the outcome, shown as tooltip. */
  readonly detail?: string | null
}

/** Outcome of an action, labelled with the search value of the outcome. */
export function OutcomeTag({ outcome, detail = null }: OutcomeTagProps) {
  const { label, tone, means } = LOOKS[outcome]
  return (
    <span data-tip={detail ?? means}>
      <Tag {...(tone !== null && { tone })}>{label}</Tag>
    </span>
  )
}
