'use client'

import { useState } from 'react'
import { signedOutAnswer } from '#app/data/call-failure.ts'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Message } from '#components/ui/message.tsx'
import { multiAccountDocument } from '#lib/hap/lifecycle/multi-account-document.ts'
import type { AllowlistDetail } from '#lib/queries/allowlist/allowlist-detail.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import type { Person } from '../person.ts'
import { missingReason, ReasonFields } from '../reason-fields.tsx'
import { Refusal } from '../refusal.tsx'
import { useUnread } from '../unread-sources.tsx'
import { saveAllowlist } from './actions.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { ConsequenceList } from './consequence-list.tsx'
import { buildSettings, computeChange, draftProblem, type Editing } from './draft.ts'
import { findUnknownIds } from './listed-ids.tsx'
import { SettingsDiff } from './settings-diff.tsx'
import type { ConsequencesPreview } from './use-consequences.ts'

interface ReviewDialogProps {
  readonly answer: AllowlistDetail
  readonly editing: Editing
  readonly foreseen: ConsequencesPreview
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
  const change = computeChange(edited)
  const confirms = !changed && answer.ifMultiAccountOff !== null
  const disabledReason = getDisabledReason({ edited, changed, confirms, outdated, foreseen, writing, reason })

  const submit = async () => {
    const settings = buildSettings(edited.draft)
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
      description="The new settings take effect immediately for decisions, claims and the simulator."
      note={`Will be recorded as ${person.name} (${person.role})`}
      verb={`Save version ${answer.version + 1}`}
      danger={!outdated && consequences.next.stops + consequences.next.waits > 0}
      disabledReason={disabledReason}
      busy={writing}
      touched={reason !== '' || ticket !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {outdated && !writing && <ConflictNotice answer={answer} editing={editing} />}
      {problem !== null && !outdated && <Refusal>{problem}</Refusal>}
      {!changed && !writing && (
        <Message tone="ok" announce>
          {confirms
            ? `Version ${answer.version + 1} will keep the settings of version ${answer.version}.`
            : `Version ${answer.version} already has these settings.`}
        </Message>
      )}
      {changed && !outdated && change !== null && (
        <>
          <SettingsDiff change={change} />
          {edited.draft.scope === 'listed' && edited.draft.ids.length === 0 && (
            <Message tone="warn">The list is empty, so no global account will be allowed multiple accounts.</Message>
          )}
          {foreseen.idsLookedUp && <UnknownAdded ids={findUnknownIds(change.added, consequences.known)} />}
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
        help="Reason and ticket are stored in the history and the audit log"
        onReason={setReason}
        onTicket={setTicket}
      />
    </FormDialog>
  )
}

function problemOf(result: Awaited<ReturnType<typeof saveAllowlist>> | null): string | null {
  if (result === null)
    return 'The console did not respond, so the settings may or may not have been saved. Your input is kept. It is safe to save again: no second version is created.'
  if (result.kind === 'invalid') return result.problems.join(' ')
  if (result.kind === 'no-answer') return `${result.reason} Your input is kept.`
  return result.kind === 'conflict'
    ? 'Another user has saved a version since. Review the changes, then save again.'
    : null
}

interface Situation extends Pick<Editing, 'edited' | 'changed' | 'outdated'> {
  /** Whether the unchanged settings are saved to confirm them. */
  readonly confirms: boolean
  readonly foreseen: Pick<ConsequencesPreview, 'checking' | 'problem'>
  readonly writing: boolean
  readonly reason: string
}

/** Why the draft cannot be saved, as a sentence; null when it can. */
export function getDisabledReason(situation: Situation): string | null {
  const { edited, changed, confirms, outdated, foreseen, writing, reason } = situation
  if (writing) return 'Saving…'
  if (!changed && !confirms) return 'No changes.'
  if (outdated) return 'Review the changes of others first.'
  const problem = draftProblem(edited.draft) ?? foreseen.problem
  if (problem !== null) return problem
  if (foreseen.checking) return 'Computing the consequences…'
  return missingReason(reason)
}

interface UnknownAddedProps {
  /** Added ids that the inventory does not contain. */
  readonly ids: readonly string[]
}

const NAMED = 5

/** Warns before the save about ids that may be typing errors. */
function UnknownAdded({ ids }: UnknownAddedProps) {
  const unread = useUnread('bindings', 'shoots')
  if (ids.length === 0 || unread !== null) return null
  const more = ids.length - NAMED
  return (
    <Message tone="warn">
      {formatPlural(ids.length, 'added id')} {ids.length === 1 ? 'is' : 'are'} not in the inventory:{' '}
      {ids.slice(0, NAMED).join(', ')}
      {more > 0 && ` and ${formatCount(more)} more`}. Check the spelling.
    </Message>
  )
}
