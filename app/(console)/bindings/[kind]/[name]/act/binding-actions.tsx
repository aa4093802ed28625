'use client'

import { useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useObserveModeReason } from '#app/(console)/observe-mode.tsx'
import { APPROVALS } from '#app/data/approval-queries.ts'
import { bindingQuery } from '#app/data/binding-queries.ts'
import { useCommands } from '#components/palette/commands.ts'
import { showToast } from '#components/ui/toast.tsx'
import { type Role, roleDisabledReason } from '#lib/auth/roles.ts'
import { ACTION_LABELS, type Action, CHECKING_SHOOTS } from '#lib/hap/actions/action.ts'
import type { ActionOffer } from '#lib/queries/bindings/binding-actions.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { DoneView, FinalView } from '#lib/services/actions/action-preview.ts'
import { useStaleReason } from '../../../../live-provider.tsx'
import type { Person } from '../../../../person.ts'
import { ActionButtons, actionVerb } from '../../../action-buttons.tsx'

/** Loads the dialog on demand, because most visits to a binding perform no action. */
const ActionDialog = dynamic(() => import('./action-dialog.tsx').then(module => module.ActionDialog))

/**
 * Actions that end the current state of a binding, the recommended one first. They come before the others, since they
 * are the likeliest next step.
 */
const ENDING_ACTIONS: readonly Action[] = ['repair', 'unhold', 'confirm-clean', 'lift', 'undo-dirty', 'unmark-internal']

interface BindingActionsProps {
  readonly detail: BindingDetail
  readonly person: Person
  /** Whether the binding no longer exists in Gardener. */
  readonly missing: boolean
}

/** All actions on a binding. Unavailable ones stay visible, with the reason. */
export function BindingActions({ detail, person, missing }: BindingActionsProps) {
  const [open, setOpen] = useState<ActionOffer | null>(null)
  const queries = useQueryClient()
  const tooOld = useStaleReason()
  const observeModeReason = useObserveModeReason()
  const { kind, name } = detail.row
  const subject = `${kind}/${name}`
  const offers = detail.actions.map(offer => ({
    ...offer,
    label: actionVerb(offer.action, detail),
    disabledReason: getDisabledReason(offer, person.role, missing ? GONE : (observeModeReason ?? tooOld)),
  }))
  const done = (action: Action, { before, after, note, checking }: DoneView, final: FinalView) => {
    const became =
      action === 'hold' && before === 'held' ? 'kept on hold with the new reason and end' : ACTION_LABELS[action].done
    const change = before === after ? '' : `Was ${before}, now ${after}.`
    const detail = [change, checking && CHECKING_SHOOTS, note].filter(Boolean).join(' ')
    showToast({ subject, text: `${name} was ${became}.`, ...(detail !== '' && { detail }) })
    setOpen(null)
    const refresh = () => void queries.invalidateQueries({ queryKey: bindingQuery(kind, name).queryKey })
    refresh()
    if (!checking) return
    void final.then(end => {
      refresh()
      const verb = ACTION_LABELS[action].verb
      if (end === null) showToast({ subject, text: `${verb} of ${name}: ${UNKNOWN_END}`, failed: true })
      else if (end.status !== 'done') showToast({ subject, text: `${verb} of ${name}: ${end.reason}`, failed: true })
      else if (end.note !== null && end.note !== note) showToast({ subject, text: `${verb} of ${name}: ${end.note}` })
    })
  }
  const proposed = (action: Action) => {
    showToast({
      subject,
      text: `${ACTION_LABELS[action].verb} of ${name} is proposed and needs the approval of a second person.`,
    })
    setOpen(null)
    void queries.invalidateQueries({ queryKey: [APPROVALS] })
  }
  useCommands({
    scope: 'page',
    heading: name,
    commands: offers.map(offer => ({
      id: offer.action,
      label: `${offer.label}…`,
      icon: 'action',
      danger: offer.dangerous,
      disabledReason: offer.disabledReason,
      act: { run: () => setOpen(offer) },
    })),
  })
  return (
    <>
      <ActionButtons
        offers={offers}
        first={ENDING_ACTIONS.filter(action => action !== 'confirm-clean' || isVerifiedByPerson(detail))}
        more="More actions"
        onChoose={setOpen}
      />
      {open && (
        <ActionDialog
          offer={open}
          detail={detail}
          person={person}
          onClose={() => setOpen(null)}
          onProposed={() => proposed(open.action)}
          onDone={(outcome, final) => done(open.action, outcome, final)}
        />
      )}
    </>
  )
}

/** Whether no cleaner verifies that the account is empty, so that a person has to. */
function isVerifiedByPerson({ cleaning }: BindingDetail): boolean {
  return cleaning?.row.cleaner === null
}

const UNKNOWN_END = 'the console stopped responding while it checked the shoots. See Audit for the outcome.'
const GONE = 'The binding no longer exists in Gardener.'

/** `any` disables every action. */
function getDisabledReason({ action, reason }: ActionOffer, role: Role, any: string | null): string | null {
  return roleDisabledReason(role, ACTION_LABELS[action].role) ?? any ?? reason
}
