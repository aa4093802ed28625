'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { TextField } from '#components/ui/text-field.tsx'
import type { Person } from '../../person.ts'
import { reasonObstacle } from '../../reason-obstacle.ts'
import { DialogRefusal, ReasonDraftFields, useReasonDraft } from './dialog-parts.tsx'

/** As the API takes it, beside what the verb is about. */
interface ActOrder {
  readonly reason: string
  readonly ticket: string | null
  /** The name that was typed, where one is asked for. */
  readonly confirmed: string
}

interface ActDialogProps {
  /** Tells what is typed here from what is typed in other dialogs. */
  readonly id: string
  readonly title: ReactNode
  readonly description: string
  /** What the button says. */
  readonly verb: string
  readonly danger: boolean
  readonly person: Person
  /** Address of the page with the dialog open. */
  readonly href: string
  /** Why it cannot be done now, a sentence; null when it can. */
  readonly obstacle: string | null
  /** Why it cannot be done yet, a sentence, where what is shown in the dialog tells that too; default: nothing. */
  readonly unready?: string | null
  /** What is different from what the person decided on, sentences; null while nothing is. */
  readonly changed: string | null
  readonly onSeen: () => void
  /** What has to be typed first, because nothing brings it back; null when nothing has to. */
  readonly typed: { readonly what: string; readonly name: string } | null
  /** What is in the way from the start, sentences; default: nothing. */
  readonly problem?: string | null
  /**
   * Does it, and closes the dialog when it is done: resolves to null then, else to what went wrong, sentences. `report` shows what it is
   * at, a sentence; null for what it is at by default.
   */
  readonly act: (order: ActOrder, report: (progress: string | null) => void) => Promise<string | null>
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** Does something to a custom resource: what it does, why, and its name where nothing brings it back. Nothing typed is ever lost. */
export function ActDialog(props: ActDialogProps) {
  const { id, title, description, verb, danger, person, href, obstacle, changed, typed, act, children } = props
  const { said, say, forget, order, ...why } = useReasonDraft(`${person.name} ${id}`)
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
      note={`Recorded as ${person.name}, ${person.role}`}
      verb={verb}
      danger={danger}
      obstacle={
        writing
          ? (progress ?? 'The console is writing.')
          : changed !== null
            ? 'Review what changed first.'
            : (obstacle ??
              props.unready ??
              reasonObstacle(said.reason) ??
              (unconfirmed ? `Type the name of the ${typed.what} to confirm.` : null))
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
        <Message tone="warn" announce action={<Button onClick={props.onSeen}>I have seen it</Button>}>
          {changed}
        </Message>
      )}
      {problem !== null && changed === null && <DialogRefusal href={href}>{problem}</DialogRefusal>}
      {obstacle !== null && problem === null && !writing && <Message tone="info">{obstacle}</Message>}
      {children}
      <ReasonDraftFields said={said} say={say} />
      {typed && (
        <TextField
          label={
            <span>
              Type the name of the {typed.what} to confirm: <span className={text.mono}>{typed.name}</span>
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

/** One state of a custom resource, as the API server counts them. */
interface Version {
  readonly uid: string
  readonly generation: number
}

/** What a person decides on, while what the page shows may change. */
export function useSeenVersion({ uid, generation }: Version) {
  const now = { uid, generation }
  const [seen, setSeen] = useState(now)
  return {
    seen,
    changed: seen.uid !== uid || seen.generation !== generation,
    createdAnew: seen.uid !== uid,
    onSeen: () => setSeen(now),
  }
}
