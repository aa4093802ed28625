import { Tag } from '#components/ui/tag.tsx'
import type { AuditOutcome } from '#lib/hap/audit/outcome.ts'

const LOOKS = {
  accepted: { label: 'Accepted', tone: null, means: 'It was done' },
  refused: { label: 'Refused', tone: 'warn', means: 'It was not done, for a reason' },
  failed: { label: 'Failed', tone: 'danger', means: 'It was tried and not done' },
  unknown: { label: 'Unknown', tone: 'danger', means: 'Nobody knows whether it was done' },
  open: { label: 'Open', tone: 'info', means: 'It was begun; what came of it is not noted yet' },
} as const

/** What came of an action, in the word the search has for it. */
export function OutcomeTag({ outcome }: { readonly outcome: AuditOutcome }) {
  const { label, tone, means } = LOOKS[outcome]
  return (
    <span data-tip={means}>
      <Tag {...(tone !== null && { tone })}>{label}</Tag>
    </span>
  )
}
