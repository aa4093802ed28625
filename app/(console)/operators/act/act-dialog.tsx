'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { TextField } from '#components/ui/text-field.tsx'
import type { Person } from '../../person.ts'
import { missingReason } from '../../reason-fields.tsx'
import { DialogRefusal, ReasonDraftFields, useReasonDraft } from './dialog-parts.tsx'

/** Fields that the API expects from every action, beside those of the action itself. */
interface ActOrder {
  readonly reason: string
  readonly ticket: string | null
  /** Typed name of the object; empty where `typed` is null. */
  readonly confirmed: string
}

interface ActDialogProps {
  /** Key of the draft in this tab. */
  readonly id: string
  readonly title: ReactNode
  readonly description: string
  /** Label of the submit button. */
  readonly verb: string
  readonly danger: boolean
  readonly person: Person
  /** Address of the page with the dialog open. */
  readonly href: string
  /** Disabled reason, also shown as a message; null when the action is possible. */
  readonly obstacle: string | null
  /** Disabled reason that the dialog shows elsewhere already. */
  readonly unready?: string | null
  /** Describes a change of the object since the dialog opened; blocks submit until the person confirms it. */
  readonly changed: string | null
  readonly onSeen: () => void
  /** Name to type as a confirmation of an irreversible action; null where none is needed. */
  readonly typed: { readonly what: string; readonly name: string } | null
  /** Error shown from the start, such as a sign-in that is too old. */
  readonly problem?: string | null
  /**
   * Performs the action. Resolves to null after success, when the caller has closed the dialog, or to an error message.
   * `report` replaces the progress message; null restores the default.
   */
  readonly act: (order: ActOrder, report: (progress: string | null) => void) => Promise<string | null>
  readonly onClose: () => void
  readonly children?: ReactNode
}

/**
 * Confirms an action on one object: what it does, reason and ticket, and the typed name of the object before an irreversible action.
 * The draft survives errors, reloads and a new sign-in; it ends with success or when the dialog closes.
 */
export function ActDialog(props: ActDialogProps) {
  const { id, title, description, verb, danger, person, href, obstacle, changed, typed, act, children } = props
  const { draft, changeDraft, forget, order, ...why } = useReasonDraft(`${person.name} ${id}`)
  const [confirmed, setConfirmed] = useState('')
  const [writing, setWriting] = useState(false)
  const [progress, setProgress] = useState<string | null>(null)
  const [problem, setProblem] = useState(props.problem ?? null)
  const submit = async () => {
    setWriting(true)
    setProblem(null)
    const wrong = await act({ ...order, confirmed: confirmed.trim() }, setProgress)
    setWriting(false)
    setProgress(null)
    setProblem(wrong)
    if (wrong === null) forget()
  }
  const unconfirmed = typed !== null && confirmed.trim() !== typed.name
  return (
    <FormDialog
      title={title}
      description={description}
      note={`Will be recorded as ${person.name} (${person.role})`}
      verb={verb}
      danger={danger}
      disabledReason={
        writing
          ? (progress ?? 'Applying the change…')
          : changed !== null
            ? 'Review the change first.'
            : (obstacle ??
              props.unready ??
              missingReason(draft.reason) ??
              (unconfirmed ? `Enter the name of the ${typed.what} to confirm.` : null))
      }
      busy={writing}
      touched={why.typed || confirmed !== ''}
      onSubmit={submit}
      onClose={() => {
        forget()
        props.onClose()
      }}
    >
      {changed !== null && (
        <Message tone="warn" announce action={<Button onClick={props.onSeen}>Continue</Button>}>
          {changed}
        </Message>
      )}
      {problem !== null && changed === null && <DialogRefusal href={href}>{problem}</DialogRefusal>}
      {obstacle !== null && problem === null && !writing && <Message tone="info">{obstacle}</Message>}
      {children}
      <ReasonDraftFields draft={draft} changeDraft={changeDraft} />
      {typed && (
        <TextField
          label={
            <span>
              Enter the name of the {typed.what} to confirm: <span className={text.mono}>{typed.name}</span>
            </span>
          }
          mono
          autoComplete="off"
          value={confirmed}
          onChange={setConfirmed}
        />
      )}
    </FormDialog>
  )
}

/** Identity and generation of a custom resource. */
interface Version {
  readonly uid: string
  readonly generation: number
}

/** Remembers the version that the person has seen and reports whether the object has changed since. */
export function useSeenVersion({ uid, generation }: Version) {
  const now = { uid, generation }
  const [seen, setSeen] = useState(now)
  return {
    seen,
    changed: seen.uid !== uid || seen.generation !== generation,
    recreated: seen.uid !== uid,
    onSeen: () => setSeen(now),
  }
}
