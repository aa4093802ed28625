'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { postJson } from '#app/data/post-json.ts'
import { Button } from '#components/ui/button.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { TextField } from '#components/ui/text-field.tsx'
import { MOST_SAID } from '#lib/hap/actions/most-said.ts'
import { ReasonFields } from '../../reason-fields.tsx'
import { reasonObstacle } from '../../reason-obstacle.ts'
import { ActRefusal } from '../kubeconfigs/act-refusal.tsx'
import { keepSaid, keptSaid } from '../kubeconfigs/said.ts'
import type { Deleted } from './deleted.ts'

interface DeletionDialogProps extends Deleted {
  /** Why it cannot be deleted now, a sentence; null when it can. */
  readonly obstacle: string | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** What goes with it, why, and its name where nothing brings it back. Nothing typed is ever lost. */
export function DeletionDialog(props: DeletionDialogProps) {
  const { list, what, name, detail, person, href, obstacle, onClose, onDone } = props
  const { consequence, typeName } = detail.deletion
  const queries = useQueryClient()
  const key = `${person.name} delete ${list} ${name}`
  const [said, setSaid] = useState(() => keptSaid(key))
  const [confirmed, setConfirmed] = useState('')
  const [writing, setWriting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // What the person decides on.
  const now = { uid: detail.uid, generation: detail.generation }
  const [seen, setSeen] = useState(now)
  const changed = seen.uid !== now.uid || seen.generation !== now.generation
  const say = (part: Partial<typeof said>) => {
    const next = { ...said, ...part }
    keepSaid(key, next)
    setSaid(next)
  }
  const submit = async () => {
    setWriting(true)
    setProblem(null)
    const address = `/api/v1/${list}/${encodeURIComponent(name)}/delete`
    const order = { seen, confirmed: confirmed.trim(), reason: said.reason.trim(), ticket: said.ticket.trim() || null }
    const answer = await postJson(address, order)
    setWriting(false)
    if (answer.ok) {
      keepSaid(key, null)
      return onDone()
    }
    setProblem(answer.reason)
    if (answer.status === 409) void queries.invalidateQueries({ queryKey: [`${list}/one`, name] })
  }
  return (
    <FormDialog
      title={
        <>
          Delete {what}: <span className={text.mono}>{name}</span>
        </>
      }
      description={consequence.join(' ')}
      note={`Recorded as ${person.name}, ${person.role}`}
      verb={`Delete ${what}`}
      danger
      obstacle={
        writing
          ? 'The console is writing.'
          : changed
            ? 'Review what changed first.'
            : (obstacle ??
              reasonObstacle(said.reason, MOST_SAID.reason) ??
              (typeName && confirmed.trim() !== name ? 'Type its name to confirm.' : null))
      }
      busy={writing}
      touched={said.reason !== '' || said.ticket !== '' || confirmed !== ''}
      onSubmit={submit}
      onClose={() => {
        keepSaid(key, null)
        onClose()
      }}
    >
      {changed && (
        <Message tone="warn" announce action={<Button onClick={() => setSeen(now)}>I have seen it</Button>}>
          {seen.uid === now.uid ? 'What it asks for was changed.' : 'It was deleted and created anew.'} The page behind
          shows it as it is now. Nothing was deleted.
        </Message>
      )}
      {problem !== null && !changed && <ActRefusal href={href}>{problem}</ActRefusal>}
      {obstacle !== null && problem === null && !writing && <Message tone="info">{obstacle}</Message>}
      <ReasonFields
        {...said}
        most={MOST_SAID}
        help="Shown in the audit log"
        onReason={reason => say({ reason })}
        onTicket={ticket => say({ ticket })}
      />
      {typeName && (
        <TextField
          label={
            <span>
              Type the name to confirm: <span className={text.mono}>{name}</span>
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
