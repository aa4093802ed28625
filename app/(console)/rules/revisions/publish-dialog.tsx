import { useState } from 'react'
import { callTooLong } from '#app/call-size.ts'
import { caseChanges, lostCaseWords } from '#lib/hap/cases/case-changes.ts'
import { runCases } from '#lib/hap/cases/run-cases.ts'
import { planTable } from '#lib/hap/plans/plan.ts'
import { ruleChanges } from '#lib/hap/publication/rule-changes.ts'
import { rulesOfTexts } from '#lib/hap/publication/rules-of-texts.ts'
import type { Rule } from '#lib/hap/rules/rule.ts'
import { policyOf } from '#lib/hap/semantics/policy.ts'
import { casesOf, useCases } from '../cases/use-cases.ts'
import { type CheckedDraft, checkDraft } from '../check-draft.ts'
import { useImpactSummary } from '../impact/use-impact-summary.ts'
import { useDraft } from '../use-draft.ts'
import { type PublishAnswer, publishDraft } from './actions.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { type Conflict, PublicationDialog } from './publication-dialog.tsx'

interface PublishDialogProps {
  /** The text that was checked, and nothing else, is published. */
  readonly draft: CheckedDraft
  readonly onPublished: (answer: Extract<PublishAnswer, { kind: 'published' }>) => Promise<void>
  readonly onConflict: () => Promise<void>
  readonly onClose: () => void
}

/** The draft of the page becomes the next revision. */
export function PublishDialog({ draft: { text, ruleset }, onPublished, onConflict, onClose }: PublishDialogProps) {
  const { inForce, person } = useDraft()
  const now = useCases()
  // What others publish from now on has not been seen.
  const [{ base, cases, pinned }] = useState({ base: inForce, cases: now.cases, pinned: now.text })
  const plans = planTable(inForce.plans, inForce.requiredPlans)
  const changesTo = (before: readonly Rule[]) => ruleChanges(before, ruleset?.rules ?? [], plans)
  const config = ruleset && { ruleset, plans, policy: policyOf(inForce.semantics) }
  const failing = config ? runCases(cases, config).filter(({ passed }) => !passed) : []
  const impact = useImpactSummary(text, Boolean(config), person.name)
  const notice = (conflict: Conflict) => {
    const began = rulesOfTexts(conflict.baseTexts, inForce.semantics)
    const current = rulesOfTexts(conflict.current?.texts ?? [], inForce.semantics)
    return <ConflictNotice conflict={conflict} theirs={ruleChanges(began, current, plans)} mine={changesTo(began)} />
  }
  return (
    <PublicationDialog
      title={`Publish revision ${base.number + 1}`}
      verb={`Publish revision ${base.number + 1}`}
      person={person}
      changes={changesTo(checkDraft(base.text, inForce).ruleset?.rules ?? [])}
      impact={impact}
      lostCases={lostCaseWords(caseChanges(casesOf(base.pinned), cases))}
      failing={failing}
      conflictNotice={notice}
      publish={async said => {
        const order = { ...said, basedOn: base.number, document: text, cases: pinned }
        const tooLong = callTooLong(order, 'The rules and the pinned cases')
        return tooLong === null ? publishDraft(order) : { kind: 'invalid', problems: [tooLong] }
      }}
      onPublished={onPublished}
      onConflict={onConflict}
      onClose={onClose}
    />
  )
}
