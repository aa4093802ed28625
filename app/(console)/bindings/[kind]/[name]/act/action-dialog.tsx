'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DuplicateProposalNotice, ProposalNotice } from '#app/(console)/two-persons.tsx'
import { waitingApprovalsQuery } from '#app/data/approval-queries.ts'
import { callFailure, signedOutAnswer } from '#app/data/call-failure.ts'
import { followAction, followWrite, notFollowed } from '#app/data/follow-action.ts'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Arriving, Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { useSettled } from '#components/ui/use-settled.ts'
import { isSignInRequired } from '#lib/auth/sign-in-time.ts'
import { type Action, NEEDS_APPROVAL } from '#lib/hap/actions/action.ts'
import { alreadyProposedMessage } from '#lib/hap/actions/job.ts'
import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import type { ActionOffer } from '#lib/queries/bindings/binding-actions.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { DoneView, FinalView } from '#lib/services/actions/action-preview.ts'
import type { Person } from '../../../../person.ts'
import { Refusal } from '../../../../refusal.tsx'
import { useTwoPersons } from '../../../../two-persons.tsx'
import { actionVerb, changesHold } from '../../../action-buttons.tsx'
import { performAction, previewAction, propose } from '../actions.ts'
import { ActionFields, defaultEnd } from './action-fields.tsx'
import {
  type ActionForm,
  finalOrder,
  getDisabledReason,
  isSameHold,
  missingChoice,
  type Preview,
  plannedOrder,
  useActionForm,
} from './action-form.ts'
import { ChangedNotice, listConcurrentChanges, type ReviewedBindings, reviewedOf } from './changed-notice.tsx'
import { PlanView } from './plan-view.tsx'

interface ActionDialogProps {
  readonly offer: ActionOffer
  /** May change while the dialog is open. */
  readonly detail: BindingDetail
  readonly person: Person
  readonly onClose: () => void
  readonly onDone: (outcome: DoneView, final: FinalView) => void
  readonly onProposed: () => void
}

/** Performs one action on one binding: preview, reason and outcome. Never discards form input. */
export function ActionDialog({ offer, detail, person, onClose, onDone, onProposed }: ActionDialogProps) {
  const { action } = offer
  const { row, namespace } = detail
  const [isChange] = useState(() => changesHold(action, detail))
  const [verb] = useState(() => actionVerb(action, detail))
  const [start] = useState(() => startingForm(action, detail))
  const key = `${person.name} ${action} ${bindingKey({ kind: row.kind, namespace, name: row.name })}`
  const { form, change, forget } = useActionForm(key, start)
  const [writing, setWriting] = useState(false)
  // Number of shoots that the server lists before it writes.
  const [listed, setListed] = useState<number | null>(null)
  const [problem, setProblem] = useState<{ readonly message: string; readonly changed: boolean } | null>(null)
  // The objects that the person decides on. Later changes have to be confirmed first.
  const [seen, setSeen] = useState<ReviewedBindings>({ own: { ...detail, account: row.account }, others: null })
  const { preview, before, checking, checkAgain } = usePreview(offer, detail, form)
  const now = preview && reviewedOf(preview)
  // Only a preview contains the other bindings of the account.
  if (seen.others === null && now?.others) setSeen({ ...seen, others: now.others })
  const changes = now ? listConcurrentChanges(seen, now) : []
  const planned = preview?.status === 'planned' ? preview : null
  const twoPersons = useTwoPersons()
  // Another binding of the account may make the action dangerous. The server then refuses it with
  // NEEDS_APPROVAL.
  const proposes = twoPersons && planned !== null && (planned.danger !== null || problem?.message === NEEDS_APPROVAL)
  const waits = useDuplicateProposal(action, { kind: row.kind, namespace, name: row.name }, twoPersons)
  const proposed = proposes ? waits : null
  const changed = changes.length > 0
  const same = isChange && isSameHold(detail.hold, form)
  const disabledReason = getDisabledReason({
    name: row.name,
    form,
    preview,
    checking,
    writing,
    listed,
    changed,
    same,
    proposed,
  })

  const submit = async () => {
    if (planned === null) return
    setWriting(true)
    setProblem(null)
    const binding = { kind: row.kind, namespace, name: row.name }
    const order = { binding, ...finalOrder(action, form, planned) }
    if (proposes) {
      const answer = await followWrite(propose({ action, order }))
      setWriting(false)
      if (answer.kind === 'no-answer') return setProblem({ message: answer.reason, changed: false })
      forget()
      return onProposed()
    }
    const followed = await performAction(action, order)
      .then(steps => followAction(steps, setListed, message => setProblem({ message, changed: false })))
      .catch((error: unknown) => notFollowed(signedOutAnswer(error)))
    setWriting(false)
    setListed(null)
    const outcome = followed?.outcome ?? null
    if (outcome?.status === 'done') {
      forget()
      return onDone(outcome, followed?.final ?? Promise.resolve(null))
    }
    setProblem({ message: outcome?.reason ?? NO_OUTCOME, changed: outcome?.status === 'changed' })
    if (outcome === null || !isSignInRequired(outcome.reason)) checkAgain()
  }
  return (
    <FormDialog
      title={
        <>
          {verb}: <span className={text.mono}>{row.name}</span>
        </>
      }
      description={planned?.consequence.join(' ') || (preview?.status === 'incomplete' ? preview.reason : undefined)}
      note={`Will be recorded as ${person.name} (${person.role})`}
      verb={proposes ? `Propose: ${verb}` : verb}
      danger={Boolean(planned?.danger)}
      disabledReason={disabledReason}
      busy={writing}
      touched={isTouched(form, start)}
      onSubmit={submit}
      onClose={() => {
        forget()
        onClose()
      }}
    >
      {changes.length > 0 && now && (
        <ChangedNotice
          binding={{ kind: row.kind, namespace, name: row.name }}
          changes={changes}
          onSeen={
            planned &&
            (() => {
              setSeen({ ...now, others: now.others ?? seen.others })
              setProblem(null)
            })
          }
        />
      )}
      {proposes && (proposed === null ? <ProposalNotice /> : <DuplicateProposalNotice message={proposed} />)}
      {planned?.signIn && problem === null && <Refusal>{planned.signIn}</Refusal>}
      {problem !== null && <Problem {...problem} seen={changes.length > 0 || checking} />}
      <PlanView
        preview={preview}
        before={before}
        detail={detail}
        reason={form.reason}
        checking={checking}
        onCheckAgain={checkAgain}
      />
      <ActionFields
        offer={offer}
        name={row.name}
        changesHold={isChange}
        form={form}
        confirm={planned?.typeToConfirm ?? false}
        onChange={change}
      />
    </FormDialog>
  )
}

const NO_OUTCOME =
  'The console did not respond, so the action may or may not have been done. Your input is kept. Check the state of the binding.'

/**
 * Why the action failed. The notice about changed bindings replaces this message while there are
 * changes.
 */
function Problem({
  message,
  changed,
  seen,
}: {
  readonly message: string
  readonly changed: boolean
  readonly seen: boolean
}) {
  if (!changed)
    return (
      <Arriving>
        <Refusal>{message}</Refusal>
      </Arriving>
    )
  return seen ? null : <Message tone="info">The binding changed and changed back. Nothing was written.</Message>
}

/** When a hold is changed, the form starts with its reason and end. */
function startingForm(action: Action, detail: BindingDetail): ActionForm {
  const hold = changesHold(action, detail) ? detail.hold : null
  const until = hold === null ? defaultEnd() : hold.until
  return { reason: hold?.reason ?? '', ticket: '', until, labels: {}, confirmed: '' }
}

function isTouched({ reason, ticket, labels, confirmed }: ActionForm, start: ActionForm): boolean {
  return reason !== start.reason || ticket !== '' || confirmed !== '' || Object.keys(labels).length > 0
}

/** A preview costs one of the few writes per second that Gardener accepts. */
const SETTLE_MS = 400

/**
 * Previews an action and refreshes it when the binding or the form changes. `checking`: the preview
 * is out of date.
 */
function usePreview(offer: ActionOffer, detail: BindingDetail, form: ActionForm) {
  const { action } = offer
  const { namespace, resourceVersion, row } = detail
  const binding = { kind: row.kind, namespace, name: row.name }
  const wanted = JSON.stringify(plannedOrder(action, form))
  const settled = useSettled(wanted, SETTLE_MS)
  const missing = missingChoice(offer, form)
  const { data, isFetching, refetch } = useQuery<Preview>({
    queryKey: ['action-preview', action, binding, settled, resourceVersion],
    queryFn: () =>
      previewAction(action, { binding, ...JSON.parse(settled) }).catch((error: unknown) => ({
        status: 'no-answer' as const,
        reason: callFailure(error, 'The console is not responding. Your input is kept.'),
      })),
    enabled: missing === null,
    // The person may have signed in again in another tab.
    refetchOnWindowFocus: ({ state: { data } }) => data?.status === 'planned' && Boolean(data.signIn),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const before = missing !== null && data?.status === 'planned' ? data : null
  const preview: Preview | null = missing === null ? (data ?? null) : { status: 'incomplete', reason: missing }
  const checking = missing === null && (isFetching || settled !== wanted)
  return { preview, before, checking, checkAgain: () => void refetch() }
}

/**
 * Why an action on one binding cannot be proposed a second time, as a sentence; null while no equal
 * proposal waits.
 */
function useDuplicateProposal(action: Action, binding: BindingRef, twoPersons: boolean): string | null {
  const target = bindingKey(binding)
  const { data } = useQuery({ ...waitingApprovalsQuery(target), enabled: twoPersons })
  const same = data?.approvals.find(each => !each.bulk && each.action === action && each.targets.includes(target))
  return same === undefined ? null : alreadyProposedMessage(same.proposer)
}
