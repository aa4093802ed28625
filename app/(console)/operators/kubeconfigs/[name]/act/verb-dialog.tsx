'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { kubeconfigQuery } from '#app/data/operator-queries.ts'
import { type Posted, postForFile, postJson } from '#app/data/post-json.ts'
import { Button } from '#components/ui/button.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Message } from '#components/ui/message.tsx'
import { saveBlob } from '#components/ui/save-blob.ts'
import text from '#components/ui/text.module.css'
import { TextField } from '#components/ui/text-field.tsx'
import { signInObstacle } from '#lib/auth/sign-in-time.ts'
import { MOST_SAID } from '#lib/hap/actions/most-said.ts'
import { paths } from '#lib/paths.ts'
import type { KubeconfigDetail } from '#lib/queries/operators/kubeconfigs/kubeconfig-detail.ts'
import type { Person } from '../../../../person.ts'
import { ReasonFields } from '../../../../reason-fields.tsx'
import { reasonObstacle } from '../../../../reason-obstacle.ts'
import { ActRefusal } from '../../act-refusal.tsx'
import { keepSaid, keptSaid } from '../../said.ts'
import { type ActedVerb, VERB_WORDS } from './verb-words.ts'

interface VerbDialogProps {
  readonly verb: ActedVerb
  /** Why it cannot be done now, a sentence; null when it can. */
  readonly obstacle: string | null
  /** May change while the dialog is open. */
  readonly detail: KubeconfigDetail
  readonly person: Person
  readonly signedInAt: number | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** One thing that is done to one request: what it does, why, and what came of it unless that closes it. Nothing typed is ever lost. */
export function VerbDialog({ verb, obstacle, detail, person, signedInAt, onClose, onDone }: VerbDialogProps) {
  const { name } = detail.row
  const { label, dangerous, describe } = VERB_WORDS[verb]
  const queries = useQueryClient()
  const key = `${person.name} ${verb} ${name}`
  const [said, setSaid] = useState(() => keptSaid(key))
  const [confirmed, setConfirmed] = useState('')
  const [writing, setWriting] = useState(false)
  const [problem, setProblem] = useState(() => (verb === 'download' ? signInObstacle(signedInAt, Date.now()) : null))
  // What the person decides on.
  const [seen, setSeen] = useState({ uid: detail.uid, generation: detail.generation })
  const changed = seen.uid !== detail.uid || seen.generation !== detail.generation
  const toConfirm = verb === 'revoke' || verb === 'delete'
  const close = () => {
    keepSaid(key, null)
    onClose()
  }
  const say = (part: Partial<typeof said>) => {
    const next = { ...said, ...part }
    keepSaid(key, next)
    setSaid(next)
  }
  const submit = async () => {
    setWriting(true)
    setProblem(null)
    const answer = await send(verb, name, { seen, reason: said.reason.trim(), ticket: said.ticket.trim() || null })
    setWriting(false)
    if (answer.ok) {
      keepSaid(key, null)
      return onDone()
    }
    setProblem(answer.reason)
    if (answer.status === 409) void queries.invalidateQueries({ queryKey: kubeconfigQuery(name).queryKey })
  }
  return (
    <FormDialog
      title={
        <>
          {label}: <span className={text.mono}>{name}</span>
        </>
      }
      description={describe(detail)}
      note={`Recorded as ${person.name}, ${person.role}`}
      verb={label}
      danger={dangerous}
      obstacle={
        writing
          ? 'The console is writing.'
          : changed
            ? 'Review what changed first.'
            : (obstacle ??
              reasonObstacle(said.reason, MOST_SAID.reason) ??
              (toConfirm && confirmed.trim() !== name ? 'Type the name of the request to confirm.' : null))
      }
      busy={writing}
      touched={said.reason !== '' || said.ticket !== '' || confirmed !== ''}
      onSubmit={submit}
      onClose={close}
    >
      {changed && (
        <Message
          tone="warn"
          announce
          action={
            <Button onClick={() => setSeen({ uid: detail.uid, generation: detail.generation })}>I have seen it</Button>
          }
        >
          {seen.uid === detail.uid
            ? 'What the request asks for was changed. Its rules are shown on the page behind.'
            : 'The request was deleted and created anew.'}{' '}
          Nothing was written.
        </Message>
      )}
      {problem !== null && !changed && (
        <ActRefusal href={`${paths.kubeconfig(name, { act: verb })}`}>{problem}</ActRefusal>
      )}
      {obstacle !== null && problem === null && !writing && <Message tone="info">{obstacle}</Message>}
      <ReasonFields
        {...said}
        most={MOST_SAID}
        help="Shown in the audit log"
        onReason={reason => say({ reason })}
        onTicket={ticket => say({ ticket })}
      />
      {toConfirm && (
        <TextField
          label={
            <span>
              Type the name of the request to confirm: <span className={text.mono}>{name}</span>
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

/** What is downloaded goes to a file, past everything the page has. */
async function send(verb: ActedVerb, name: string, body: object): Promise<Posted<unknown>> {
  const address = `/api/v1/operators/kubeconfigs/${encodeURIComponent(name)}/${verb}`
  if (verb !== 'download') return postJson(address, body)
  const answer = await postForFile(address, body)
  if (answer.ok) saveBlob(`kubeconfig-${name}.yaml`, answer.data)
  return answer
}
