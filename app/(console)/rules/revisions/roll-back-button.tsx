'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useObserveModeReason } from '#app/(console)/observe-mode.tsx'
import { followWrite } from '#app/data/follow-action.ts'
import { revisionQuery, rulesQuery } from '#app/data/rules-queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Message } from '#components/ui/message.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { roleDisabledReason } from '#lib/auth/roles.ts'
import type { CaseResult } from '#lib/hap/cases/run-cases.ts'
import { planTable } from '#lib/hap/plans/plan.ts'
import type { RulesDetail } from '#lib/services/rules/get-rules.ts'
import type { Person } from '../../person.ts'
import { evaluation } from '../evaluation/evaluation-thread.ts'
import { useAnswer } from '../evaluation/use-answer.ts'
import { useImpactSummary } from '../impact/use-impact.ts'
import { rollBack } from './actions.ts'
import { buildNewerRules, useNewerRules } from './conflict-notice.tsx'
import { PublicationDialog } from './publication-dialog.tsx'
import { notifyPublished, refreshRules } from './refresh-rules.ts'

interface RollBackButtonProps {
  readonly number: number
  /** Number of the revision in force. */
  readonly inForce: number
  readonly person: Person
}

/** Publishes the rules of an older revision as a new revision. */
export function RollBackButton({ number, inForce, person }: RollBackButtonProps) {
  const [basedOn, setBasedOn] = useState<number | null>(null)
  const observeModeReason = useObserveModeReason()
  const disabledReason =
    observeModeReason ??
    roleDisabledReason(person.role, NEEDED_ROLES.rules) ??
    (number === inForce ? 'This revision is in force.' : null)
  return (
    <>
      <Button disabledReason={disabledReason} onClick={() => setBasedOn(inForce)}>
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
  /** Revision in force when the dialog opened; later publications are a conflict. */
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
  const newerRules = useNewerRules(basedOn, detail?.inForce ?? basedOn)
  const failing = useFailingCases(detail?.document, rules)
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
      verb={`Publish as revision ${basedOn + 1}`}
      person={person}
      changes={changes}
      impact={impact}
      lostCases=""
      failing={failing}
      newerRules={newerRules}
      newerRulesOf={conflict => buildNewerRules(conflict, planTable(rules.plans, rules.requiredPlans), rules.semantics)}
      publish={form => followWrite(rollBack({ ...form, basedOn, number, cases: null }))}
      onPublished={async answer => {
        await refreshRules(queries)
        onClose()
        notifyPublished(queries, answer.number)
      }}
      onConflict={() => refreshRules(queries)}
      onClose={onClose}
    />
  )
}

interface RollBackNotReadyProps {
  readonly number: number
  /** Why the revision could not be loaded; null while it loads. */
  readonly error: Error | null
  readonly onRetry: () => void
  readonly onClose: () => void
}

/** Shown until both sets of rules are loaded. */
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
          Revision {number} could not be loaded. Nothing was rolled back. {error.message}
        </Message>
      ) : (
        <Skeleton width="100%" height={120} />
      )}
    </Dialog>
  )
}

const NONE: readonly CaseResult[] = []

/**
 * Returns the pinned cases of the rules in force that fail under a document; null until they are
 * run. Returns none when the worker fails: the rollback must not depend on it, and the server runs
 * every case before it publishes.
 */
export function useFailingCases(
  document: string | undefined,
  rules: RulesDetail | undefined,
): readonly CaseResult[] | null {
  useEffect(() => () => evaluation.close(), [])
  // Never reset: a late answer must not replace the dialog while a person types in it.
  const [isUnavailable, setUnavailable] = useState(evaluation.broken)
  useEffect(() => evaluation.subscribe(() => setUnavailable(true)), [])
  const input = useMemo(() => {
    if (document === undefined || rules === undefined) return null
    const { pinned, plans, requiredPlans, semantics } = rules
    const known = { plans, requiredPlans, semantics }
    return { before: { text: rules.text, cases: pinned }, after: { text: document, cases: pinned }, known }
  }, [document, rules])
  return useAnswer('publication', input)?.failing ?? (isUnavailable ? NONE : null)
}
