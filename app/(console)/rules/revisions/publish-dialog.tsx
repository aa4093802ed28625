import { useMemo, useState } from 'react'
import { followWrite } from '#app/data/follow-action.ts'
import { planTable } from '#lib/hap/plans/plan.ts'
import { sizeRefusal } from '#lib/util/body-limit.ts'
import { useCases } from '../cases/use-cases.ts'
import type { CheckedDraft } from '../evaluation/checked-draft.ts'
import { useAnswer } from '../evaluation/use-answer.ts'
import { useImpactSummary } from '../impact/use-impact.ts'
import { useDraft } from '../use-draft.tsx'
import { type PublishAnswer, publishDraft } from './actions.ts'
import { buildNewerRules, useNewerRules } from './conflict-notice.tsx'
import { PublicationDialog } from './publication-dialog.tsx'

interface PublishDialogProps {
  /** Exactly this checked text is published. */
  readonly draft: CheckedDraft
  readonly onPublished: (answer: Extract<PublishAnswer, { kind: 'published' }>) => Promise<void>
  readonly onConflict: () => Promise<void>
  readonly onClose: () => void
}

/** Publishes the draft as the next revision. */
export function PublishDialog({ draft: { text }, onPublished, onConflict, onClose }: PublishDialogProps) {
  const { inForce, person } = useDraft()
  const now = useCases()
  // The dialog compares with the rules that were in force when it opened.
  const [{ base, pinned }] = useState({ base: inForce, pinned: now.text })
  const input = useMemo(() => {
    const { plans, requiredPlans, semantics } = base
    const before = { text: base.text, cases: base.pinned }
    return { before, after: { text, cases: pinned }, known: { plans, requiredPlans, semantics } }
  }, [base, text, pinned])
  const publication = useAnswer('publication', input)
  const impact = useImpactSummary(text, true, person.name)
  const newerRules = useNewerRules(base.number, inForce.number)
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
      newerRules={newerRules}
      newerRulesOf={conflict => buildNewerRules(conflict, plans, inForce.semantics)}
      publish={async form => {
        const order = { ...form, basedOn: base.number, document: text, cases: pinned }
        const tooLong = sizeRefusal(order, 'The rules and the pinned cases')
        return tooLong === null ? followWrite(publishDraft(order)) : { kind: 'invalid', problems: [tooLong] }
      }}
      onPublished={onPublished}
      onConflict={onConflict}
      onClose={onClose}
    />
  )
}
