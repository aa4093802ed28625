'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { revisionQuery, rulesQuery } from '#app/data/rules-queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Message } from '#components/ui/message.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { roleObstacle } from '#lib/auth/roles.ts'
import type { CaseResult } from '#lib/hap/cases/run-cases.ts'
import { planTable } from '#lib/hap/plans/plan.ts'
import type { RulesDetail } from '#lib/services/rules/get-rules.ts'
import type { Person } from '../../person.ts'
import { evaluation } from '../evaluation/evaluation-thread.ts'
import { useAnswer } from '../evaluation/use-answer.ts'
import { useImpactSummary } from '../impact/use-impact.ts'
import { rollBack } from './actions.ts'
import { overtakingOf, useOvertaking } from './conflict-notice.tsx'
import { PublicationDialog } from './publication-dialog.tsx'
import { readRulesAgain, tellPublished } from './refresh-rules.ts'

interface RollBackButtonProps {
  readonly number: number
  /** Number of the revision in force. */
  readonly inForce: number
  readonly person: Person
}

/** Publishes the rules of an older revision again, under a number of its own. */
export function RollBackButton({ number, inForce, person }: RollBackButtonProps) {
  const [basedOn, setBasedOn] = useState<number | null>(null)
  const obstacle =
    roleObstacle(person.role, NEEDED_ROLES.rules) ?? (number === inForce ? 'This revision is in force.' : null)
  return (
    <>
      <Button disabledReason={obstacle} onClick={() => setBasedOn(inForce)}>
        Roll back to this revision
      </Button>
      {basedOn !== null && (
        <RollBackDialog number={number} basedOn={basedOn} person={person} onClose={() => setBasedOn(null)} />
      )}
    </>
  )
}

interface RollBackDialogProps {
  readonly number: number
  /** In force when the dialog was opened: what others publish from then on has not been seen. */
  readonly basedOn: number
  readonly person: Person
  readonly onClose: () => void
}

function RollBackDialog({ number, basedOn, person, onClose }: RollBackDialogProps) {
  const queries = useQueryClient()
  const revision = useQuery(revisionQuery(number, basedOn))
  const inForce = useQuery(rulesQuery())
  const detail = revision.data
  const rules = inForce.data
  const impact = useImpactSummary(detail?.document ?? '', detail !== undefined, person.name)
  const overtaking = useOvertaking(basedOn, detail?.inForce ?? basedOn)
  const failing = useFailingPinned(detail?.document, rules)
  if (!detail || !rules || failing === null) {
    const retry = () => void Promise.all([revision.refetch(), inForce.refetch()])
    return (
      <RollBackNotReady number={number} error={revision.error ?? inForce.error} onRetry={retry} onClose={onClose} />
    )
  }
  const { changes } = detail.comparison
  return (
    <PublicationDialog
      title={`Roll back to revision ${number}`}
      verb={`Publish its rules as revision ${basedOn + 1}`}
      person={person}
      changes={changes}
      impact={impact}
      lostCases=""
      failing={failing}
      overtaking={overtaking}
      overtakingOf={conflict => overtakingOf(conflict, planTable(rules.plans, rules.requiredPlans), rules.semantics)}
      publish={said => rollBack({ ...said, basedOn, number, cases: null })}
      onPublished={async answer => {
        await readRulesAgain(queries)
        onClose()
        tellPublished(queries, answer.number)
      }}
      onConflict={() => readRulesAgain(queries)}
      onClose={onClose}
    />
  )
}

interface RollBackNotReadyProps {
  readonly number: number
  /** Why the revision could not be read; null while it is. */
  readonly error: Error | null
  readonly onRetry: () => void
  readonly onClose: () => void
}

/** In place of the dialog until both sets of rules are known. */
function RollBackNotReady({ number, error, onRetry, onClose }: RollBackNotReadyProps) {
  return (
    <Dialog
      title={`Roll back to revision ${number}`}
      width="wide"
      actions={<Button onClick={onClose}>Cancel</Button>}
      onClose={onClose}
    >
      {error ? (
        <Message
          tone="danger"
          announce
          action={
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          Revision {number} could not be read, so nothing was rolled back. {error.message}
        </Message>
      ) : (
        <Skeleton width="100%" height={120} />
      )}
    </Dialog>
  )
}

const NONE: readonly CaseResult[] = []

/**
 * The pinned cases of the rules in force, which stay pinned, that do not hold under a document; null until that is known. None where the
 * page cannot tell: nobody waits for that in a bad hour, and the server asks every case before it publishes.
 */
export function useFailingPinned(
  document: string | undefined,
  rules: RulesDetail | undefined,
): readonly CaseResult[] | null {
  useEffect(() => () => evaluation.close(), [])
  // For good: a form that is shown must not go again while somebody types in it.
  const [untold, setUntold] = useState(evaluation.broken)
  useEffect(() => evaluation.onBroken(() => setUntold(true)), [])
  const asked = useMemo(() => {
    if (document === undefined || rules === undefined) return null
    const { pinned, plans, requiredPlans, semantics } = rules
    const known = { plans, requiredPlans, semantics }
    return { before: { text: rules.text, cases: pinned }, after: { text: document, cases: pinned }, known }
  }, [document, rules])
  return useAnswer('publication', asked)?.failing ?? (untold ? NONE : null)
}
