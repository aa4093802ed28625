'use client'

import { useState } from 'react'
import { signedOutAnswer } from '#app/data/call-failure.ts'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Message } from '#components/ui/message.tsx'
import { multiAccountDocument } from '#lib/hap/lifecycle/multi-account-document.ts'
import type { AllowlistDetail } from '#lib/queries/allowlist/allowlist-detail.ts'
import type { Person } from '../person.ts'
import { ReasonFields } from '../reason-fields.tsx'
import { Refusal } from '../refusal.tsx'
import { saveAllowlist } from './actions.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { ConsequenceList } from './consequence-list.tsx'
import { changeOf, settingsOf } from './draft.ts'
import { unknownOf } from './listed-rows.ts'
import { saveObstacle } from './save-obstacle.ts'
import { SettingsDiff } from './settings-diff.tsx'
import { UnknownAdded } from './unknown-added.tsx'
import type { Foreseen } from './use-consequences.ts'
import type { Editing } from './use-edited.ts'

interface ReviewDialogProps {
  readonly answer: AllowlistDetail
  readonly editing: Editing
  readonly foreseen: Foreseen
  readonly person: Person
  readonly onClose: () => void
  /** Loads the settings in force after a conflict. */
  readonly onConflict: () => Promise<void>
  readonly onSaved: (version: number) => Promise<void>
}

/**
 * Shows the changes and their consequences, asks for a reason and saves.
 * Draft and reason survive a failed save.
 */
export function ReviewDialog(props: ReviewDialogProps) {
  const { answer, editing, foreseen, person, onClose, onConflict, onSaved } = props
  const { edited, changed, outdated } = editing
  const [reason, setReason] = useState('')
  const [ticket, setTicket] = useState('')
  const [writing, setWriting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { consequences, checking } = foreseen
  const change = changeOf(edited)
  const obstacle = saveObstacle({ edited, changed, outdated, foreseen, writing, reason })

  const submit = async () => {
    const settings = settingsOf(edited.draft)
    if (settings === null) return
    setWriting(true)
    setProblem(null)
    const result = await saveAllowlist({
      basedOn: edited.version,
      settings: multiAccountDocument(settings),
      reason: reason.trim(),
      ticket: ticket.trim() || null,
    }).catch(signedOutAnswer)
    if (result?.kind === 'saved') return onSaved(result.revision.version)
    if (result?.kind === 'conflict') await onConflict()
    setWriting(false)
    setProblem(problemOf(result))
  }
  return (
    <FormDialog
      title="Review and save"
      description="Decisions, claims and the simulator use the new settings at once."
      note={`Recorded as ${person.name}, ${person.role}`}
      verb={`Save version ${answer.version + 1}`}
      danger={!outdated && consequences.next.stops + consequences.next.waits > 0}
      obstacle={obstacle}
      busy={writing}
      touched={reason !== '' || ticket !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {outdated && !writing && <ConflictNotice answer={answer} editing={editing} />}
      {problem !== null && !outdated && <Refusal>{problem}</Refusal>}
      {!changed && !writing && (
        <Message tone="ok" announce>
          Version {answer.version} already has these settings.
        </Message>
      )}
      {changed && !outdated && change !== null && (
        <>
          <SettingsDiff change={change} />
          {foreseen.idsLookedUp && <UnknownAdded ids={unknownOf(change.added, consequences.known)} />}
          <div aria-busy={checking}>
            {foreseen.problem === null ? (
              <ConsequenceList consequences={consequences} />
            ) : (
              <Refusal>{foreseen.problem}</Refusal>
            )}
          </div>
        </>
      )}
      <ReasonFields
        reason={reason}
        ticket={ticket}
        help="Both are shown in the history and in the audit log"
        onReason={setReason}
        onTicket={setTicket}
      />
    </FormDialog>
  )
}

function problemOf(result: Awaited<ReturnType<typeof saveAllowlist>> | null): string | null {
  if (result === null)
    return 'The console did not respond, so the settings may or may not have been saved. Your input is kept; saving again creates no second version.'
  if (result.kind === 'invalid') return result.problems.join(' ')
  if (result.kind === 'no-answer') return `${result.reason} Your input is kept.`
  return result.kind === 'conflict'
    ? 'Someone else saved a version in the meantime. Review its changes, then save again.'
    : null
}
