'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { kubeconfigQuery } from '#app/data/operator-queries.ts'
import { postJson } from '#app/data/post-json.ts'
import { Button } from '#components/ui/button.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { formatPlural } from '#components/ui/format.ts'
import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { TextField } from '#components/ui/text-field.tsx'
import { MOST_SAID } from '#lib/hap/actions/most-said.ts'
import { paths } from '#lib/paths.ts'
import type { KubeconfigDetail } from '#lib/queries/operators/kubeconfigs/kubeconfig-detail.ts'
import type { ClusterRevocation } from '#lib/services/kubeconfigs/revoke-cluster.ts'
import type { Person } from '../../../../person.ts'
import { ReasonFields } from '../../../../reason-fields.tsx'
import { reasonObstacle } from '../../../../reason-obstacle.ts'
import { ActRefusal } from '../../act-refusal.tsx'
import { keepSaid, keptSaid } from '../../said.ts'

interface RevokeClusterDialogProps {
  /** May change while the dialog is open. */
  readonly detail: KubeconfigDetail
  readonly person: Person
  readonly onClose: () => void
  /** `number`: in words, such as `3 kubeconfigs`. */
  readonly onDone: (number: string) => void
}

/** Takes every access to a cluster away that was issued here. Nothing typed is ever lost. */
export function RevokeClusterDialog({ detail, person, onClose, onDone }: RevokeClusterDialogProps) {
  const { row, unrevoked } = detail
  const { cluster } = row
  const queries = useQueryClient()
  const key = `${person.name} revoke-all ${cluster.name}`
  const [said, setSaid] = useState(() => keptSaid(key))
  const [confirmed, setConfirmed] = useState('')
  const [writing, setWriting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [seen, setSeen] = useState(unrevoked)
  const more = unrevoked.filter(name => !seen.includes(name))
  const number = formatPlural(unrevoked.length, 'kubeconfig')
  const say = (part: Partial<typeof said>) => {
    const next = { ...said, ...part }
    keepSaid(key, next)
    setSaid(next)
  }
  const submit = async () => {
    setWriting(true)
    setProblem(null)
    const order = { cluster, seen, confirmed, reason: said.reason.trim(), ticket: said.ticket.trim() || null }
    const answer = await postJson<ClusterRevocation>('/api/v1/operators/kubeconfigs/revocations', order)
    setWriting(false)
    if (answer.ok && answer.data.failed.length === 0) {
      keepSaid(key, null)
      return onDone(formatPlural(answer.data.revoked.length, 'kubeconfig'))
    }
    setProblem(answer.ok ? failedWords(answer.data) : answer.reason)
    void queries.invalidateQueries({ queryKey: kubeconfigQuery(row.name).queryKey })
  }
  return (
    <FormDialog
      title={
        <>
          Revoke all of <span className={text.mono}>{cluster.name}</span>
        </>
      }
      description={`Takes ${number} for this cluster away for good, and tries each old token until the cluster refuses it. Whoever needs access again makes a new request.`}
      note={`Recorded as ${person.name}, ${person.role}`}
      verb={`Revoke ${number}`}
      danger
      obstacle={
        writing
          ? 'The console is writing.'
          : more.length > 0
            ? 'Review what changed first.'
            : (reasonObstacle(said.reason, MOST_SAID.reason) ??
              (confirmed.trim() === cluster.name ? null : 'Type the name of the cluster to confirm.'))
      }
      busy={writing}
      touched={said.reason !== '' || said.ticket !== '' || confirmed !== ''}
      onSubmit={submit}
      onClose={() => {
        keepSaid(key, null)
        onClose()
      }}
    >
      {more.length > 0 && (
        <Message tone="warn" announce action={<Button onClick={() => setSeen(unrevoked)}>I have seen it</Button>}>
          {formatPlural(more.length, 'request')} came meanwhile: {more.join(', ')}.
        </Message>
      )}
      {problem !== null && more.length === 0 && (
        <ActRefusal href={paths.kubeconfig(row.name, { act: 'revoke-all' })}>{problem}</ActRefusal>
      )}
      <p>
        <span className={text.muted}>Requests: </span>
        <span className={text.mono}>{unrevoked.join(', ')}</span>
      </p>
      <ReasonFields
        {...said}
        most={MOST_SAID}
        help="Shown in the audit log"
        onReason={reason => say({ reason })}
        onTicket={ticket => say({ ticket })}
      />
      <TextField
        label={
          <span>
            Type the name of the cluster to confirm: <span className={text.mono}>{cluster.name}</span>
          </span>
        }
        mono
        autoComplete="off"
        value={confirmed}
        onChange={setConfirmed}
      />
    </FormDialog>
  )
}

function failedWords({ revoked, failed }: ClusterRevocation): string {
  const reasons = [...new Set(failed.map(({ why }) => why))].join(' ')
  return `${formatPlural(revoked.length, 'kubeconfig')} of ${revoked.length + failed.length} are being revoked. Not ${failed.map(({ name }) => name).join(', ')}: ${reasons} Try again.`
}
