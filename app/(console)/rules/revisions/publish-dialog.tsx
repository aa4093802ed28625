import { useMemo, useState } from 'react'
import { sizeRefusal } from '#app/(console)/call-size.ts'
import { planTable } from '#lib/hap/plans/plan.ts'
import { useCases } from '../cases/use-cases.ts'
import type { CheckedDraft } from '../evaluation/checked-draft.ts'
import { useAnswer } from '../evaluation/use-answer.ts'
import { useImpactSummary } from '../impact/use-impact.ts'
import { useDraft } from '../use-draft.ts'
import { type PublishAnswer, publishDraft } from './actions.ts'
import { overtakingOf, useOvertaking } from './conflict-notice.tsx'
import { PublicationDialog } from './publication-dialog.tsx'

interface PublishDialogProps {
  /** The text that was checked, and nothing else, is published. */
  readonly draft: CheckedDraft
  readonly onPublished: (answer: Extract<PublishAnswer, { kind: 'published' }>) => Promise<void>
  readonly onConflict: () => Promise<void>
  readonly onClose: () => void
}

/** The draft of the page becomes the next revision. */
export function PublishDialog({ draft: { text }, onPublished, onConflict, onClose }: PublishDialogProps) {
  const { inForce, person } = useDraft()
  const now = useCases()
  // What others publish from now on has not been seen.
  const [{ base, pinned }] = useState({ base: inForce, pinned: now.text })
  const asked = useMemo(() => {
    const { plans, requiredPlans, semantics } = base
    const before = { text: base.text, cases: base.pinned }
    return { before, after: { text, cases: pinned }, known: { plans, requiredPlans, semantics } }
  }, [base, text, pinned])
  const publication = useAnswer('publication', asked)
  const impact = useImpactSummary(text, true, person.name)
  const overtaking = useOvertaking(base.number, inForce.number)
  if (publication === null) return null
  const { changes, lostCases, failing } = publication
  const plans = planTable(inForce.plans, inForce.requiredPlans)
  return (
    <PublicationDialog
      title={`Publish revision ${base.number + 1}`}
      verb={`Publish revision ${base.number + 1}`}
      person={person}
      changes={changes}
      impact={impact}
      lostCases={lostCases}
      failing={failing}
      overtaking={overtaking}
      overtakingOf={conflict => overtakingOf(conflict, plans, inForce.semantics)}
      publish={async said => {
        const order = { ...said, basedOn: base.number, document: text, cases: pinned }
        const tooLong = sizeRefusal(order, 'The rules and the pinned cases')
        return tooLong === null ? publishDraft(order) : { kind: 'invalid', problems: [tooLong] }
      }}
      onPublished={onPublished}
      onConflict={onConflict}
      onClose={onClose}
    />
  )
}
