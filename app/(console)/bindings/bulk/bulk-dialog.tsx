'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { callFailure } from '#app/data/call-failure.ts'
import { followWrite } from '#app/data/follow-action.ts'
import { useVisit } from '#components/address/use-parameter.ts'
import { serverNow } from '#components/ui/clock.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { ACTION_LABELS, type Action, NEEDS_APPROVAL } from '#lib/hap/actions/action.ts'
import { holdEndRefusal } from '#lib/hap/lifecycle/hold.ts'
import { paths } from '#lib/paths.ts'
import type { SelectedBinding } from '#lib/queries/bindings/bulk-offers.ts'
import type { BulkPlan } from '#lib/queries/bindings/bulk-plan.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import type { Person } from '../../person.ts'
import { missingReason } from '../../reason-fields.tsx'
import { Refusal } from '../../refusal.tsx'
import { ProposalNotice, useTwoPersons } from '../../two-persons.tsx'
import { ActionReason, defaultEnd, HoldFields } from '../[kind]/[name]/act/action-fields.tsx'
import { propose } from '../[kind]/[name]/actions.ts'
import { type PlanAnswer, planOf, startBulk } from './actions.ts'
import { BulkPlanView } from './bulk-plan-view.tsx'
import { useDryRun } from './bulk-targets.tsx'
import { ChangedSinceJobNotice, ChangedTargetsNotice, listChangedTargets } from './change-notices.tsx'

interface BulkDialogProps {
  readonly action: Action
  readonly chosen: readonly SelectedBinding[]
  readonly person: Person
  /** The job whose failed targets these are, with its reason and ticket. */
  readonly retry?: { readonly id: string; readonly reason: string; readonly ticket: string | null }
  readonly onClose: () => void
  /** Called before the page of the job opens; until then, the dialog stays open. */
  readonly onStarted?: () => void
}

/**
 * Performs one action on many bindings: plan, reason and start of the job. Never discards form
 * input.
 */
export function BulkDialog({ action, chosen, person, retry, onClose, onStarted }: BulkDialogProps) {
  const { verb } = ACTION_LABELS[action]
  const visit = useVisit()
  // Idempotency key. A retry after a lost response sends the same key, so that one job starts.
  const [key] = useState(createKey)
  const [reason, setReason] = useState(retry?.reason ?? '')
  const [ticket, setTicket] = useState(retry?.ticket ?? '')
  const [until, setUntil] = useState<string | null | undefined>(() => (action === 'hold' ? defaultEnd() : null))
  const [typed, setTyped] = useState('')
  const [starting, setStarting] = useState(false)
  // Versions of the targets whose changes were confirmed.
  const [confirmedVersions, setConfirmedVersions] = useState('')
  // Targets of an earlier job that changed since and that the person excluded.
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const wanted = excluded.size === 0 ? chosen : chosen.filter(each => !excluded.has(nameOf(each)))
  // The targets that the person decides on. Later changes have to be confirmed first.
  const [decided, setDecided] = useState<BulkPlan['targets'] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { data, isFetching, refetch } = useQuery<PlanAnswer>({
    queryKey: ['bulk-plan', action, wanted, until ?? null],
    queryFn: () =>
      planOf(action, wanted, until ?? null, retry?.id ?? null).catch((error: unknown) => ({
        problem: callFailure(error, 'The console is not responding. Your input is kept.'),
      })),
    // The person may have signed in again in another tab.
    refetchOnWindowFocus: ({ state: { data } }) => data !== undefined && 'plan' in data && data.signIn !== null,
    // From then on, the job itself changes the targets.
    enabled: !starting,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const plan = data && 'plan' in data ? data.plan : null
  const targets = plan?.targets ?? []
  const since = data && 'plan' in data ? data.since : []
  const signIn = data && 'plan' in data ? data.signIn : null
  const versions = since.map(({ kind, name, version }) => `${kind} ${name} ${version}`).join()
  if (decided === null && plan) setDecided(plan.targets)
  const moved = decided && plan ? listChangedTargets(decided, plan) : []
  const dryRun = useDryRun(action, plan, until ?? null)
  const confirm = targets.length > 1 || (plan?.dangers.length ?? 0) > 0 || (plan?.clusters ?? 0) > 0
  const twoPersons = useTwoPersons()
  // Only the server can judge changed targets. It refuses dangerous ones with NEEDS_APPROVAL.
  const proposes = twoPersons && ((plan?.dangers.length ?? 0) > 0 || problem === NEEDS_APPROVAL)
  const disabledReason = getDisabledReason({
    targets: plan && targets.length,
    checking: isFetching,
    starting,
    changed: moved.length > 0 || (versions !== confirmedVersions && since.length > 0),
    reason,
    until,
    typed,
    confirm,
    at: serverNow(),
  })

  const submit = async () => {
    setStarting(true)
    setProblem(null)
    const order = {
      action,
      reason: reason.trim(),
      ...(ticket.trim() !== '' && { ticket: ticket.trim() }),
      ...(action === 'hold' && { until: until ?? null }),
      targets: targets.map(({ kind, name, seenVersion }) => ({ kind, name, seenVersion })),
    }
    if (proposes) {
      const proposed = await followWrite(propose({ job: order }))
      if (proposed.kind === 'proposed') {
        if (onStarted) flushSync(onStarted)
        return visit(paths.approvals())
      }
      setStarting(false)
      return setProblem(proposed.reason)
    }
    const answer = await startBulk(key, { ...order, ...(retry && { retryOf: retry.id }) }).catch((error: unknown) => ({
      problem: callFailure(error, NO_ANSWER),
    }))
    if ('id' in answer) {
      // Removes the selection from the address before the navigation, so that the two do not race.
      if (onStarted) flushSync(onStarted)
      return visit(paths.job(answer.id))
    }
    setStarting(false)
    setProblem(answer.problem)
  }
  const what = plan === null ? `${formatPlural(chosen.length, 'binding')}` : countOf(targets.length, chosen.length)
  return (
    <FormDialog
      title={`${verb}: ${what}`}
      description={plan && targets.length > 0 ? plan.consequence : undefined}
      note={`Will be recorded as ${person.name} (${person.role})`}
      verb={`${proposes ? 'Propose: ' : ''}${targets.length > 0 ? `${verb} ${formatCount(targets.length)}` : verb}`}
      danger={plan !== null && plan.dangers.length > 0}
      disabledReason={disabledReason}
      busy={starting}
      touched={reason !== (retry?.reason ?? '') || ticket !== (retry?.ticket ?? '') || typed !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {proposes && <ProposalNotice />}
      {signIn !== null && problem === null && <Refusal>{signIn}</Refusal>}
      {problem !== null && <Refusal>{problem}</Refusal>}
      {moved.length > 0 && plan && <ChangedTargetsNotice moved={moved} onSeen={() => setDecided(plan.targets)} />}
      {since.length > 0 && versions !== confirmedVersions && (
        <ChangedSinceJobNotice
          since={since}
          onSeen={() => setConfirmedVersions(versions)}
          onLeaveOut={
            since.length < targets.length ? () => setExcluded(new Set([...excluded, ...since.map(nameOf)])) : null
          }
        />
      )}
      <BulkPlanView
        answer={data ?? null}
        dryRun={dryRun}
        reason={reason}
        checking={isFetching}
        onCheckAgain={() => void refetch()}
      />
      <ActionReason reason={reason} ticket={ticket} onReason={setReason} onTicket={setTicket} />
      {action === 'hold' && <HoldFields changesHold={false} until={until} onChange={setUntil} />}
      {confirm && (
        <TextField
          label={`Enter the number of bindings to confirm: ${formatCount(targets.length)}`}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={setTyped}
        />
      )}
    </FormDialog>
  )
}

const NO_ANSWER =
  'The console did not respond, so the job may or may not have started. It is safe to try again: the job starts only once.'

function nameOf({ kind, name }: Pick<SelectedBinding, 'name'> & { readonly kind: string }): string {
  return `${kind} ${name}`
}

function countOf(allowed: number, all: number): string {
  return allowed === all ? formatPlural(all, 'binding') : `${formatCount(allowed)} of ${formatPlural(all, 'binding')}`
}

interface Situation {
  /** Null while the plan is computed. */
  readonly targets: number | null
  readonly checking: boolean
  readonly starting: boolean
  /** Some targets changed and the change is not confirmed. */
  readonly changed: boolean
  readonly reason: string
  /** `hold`: undefined until an end is chosen. */
  readonly until: string | null | undefined
  readonly typed: string
  /** Whether the number of bindings has to be typed. */
  readonly confirm: boolean
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Why a job cannot be started yet, as a sentence; null when it can. */
export function getDisabledReason({
  targets,
  checking,
  starting,
  changed,
  reason,
  until,
  typed,
  confirm,
  at,
}: Situation): string | null {
  if (starting) return 'Starting the job.'
  if (targets === null || checking) return 'Checking the selection.'
  // A hold whose end has passed is invalid for every target.
  const ended = until ? holdEndRefusal(Date.parse(until), at) : null
  if (ended !== null) return ended
  if (targets === 0) return 'None of the selected bindings allows this action.'
  if (changed) return 'Review the changes first.'
  if (until === undefined) return 'Choose an end for the hold.'
  const reasonProblem = missingReason(reason)
  if (reasonProblem !== null) return reasonProblem
  if (confirm && typed.trim().replaceAll(/[,.\s]/g, '') !== String(targets))
    return `Enter ${formatCount(targets)}, the number of bindings, to confirm.`
  return null
}

/** Creates a unique key. `crypto.randomUUID` is missing where the console is served without TLS. */
function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(36)).join('-')
}
