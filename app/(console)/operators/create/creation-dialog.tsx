'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { OperatorList } from '#app/data/operator-queries.ts'
import { postJson } from '#app/data/post-json.ts'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import text from '#components/ui/text.module.css'
import { showToast } from '#components/ui/toast.ts'
import { MOST_SAID } from '#lib/hap/actions/most-said.ts'
import type { FieldProblem } from '#lib/operators/api/field-problem.ts'
import type { CreateResult } from '#lib/services/resources/create-resource.ts'
import type { Person } from '../../person.ts'
import { ReasonFields } from '../../reason-fields.tsx'
import { reasonObstacle } from '../../reason-obstacle.ts'
import { YamlLines } from '../../yaml/yaml-lines.tsx'
import { ActRefusal } from '../kubeconfigs/act-refusal.tsx'
import { keepSaid, keptSaid } from '../kubeconfigs/said.ts'
import { useCreationPreview } from './use-creation-preview.ts'

interface CreationDialogProps {
  readonly list: OperatorList
  /** `Cluster` */
  readonly what: string
  readonly description: string
  readonly person: Person
  /** As the API takes it, but for the reason. */
  readonly order: { readonly name: string }
  /** Something was typed. */
  readonly touched: boolean
  /** Address of the page with the dialog open. */
  readonly href: string
  readonly onClose: () => void
  /** The fields, with what is wrong with them. */
  readonly children: (problems: readonly FieldProblem[]) => ReactNode
}

/** Asks for a new custom resource. The control plane judges it while it is typed; nothing typed is lost by a refusal. */
export function CreationDialog(props: CreationDialogProps) {
  const { list, what, description, person, order, touched, href, onClose, children } = props
  const queries = useQueryClient()
  const key = `${person.name} create ${list}`
  const [said, setSaid] = useState(() => keptSaid(key))
  const [writing, setWriting] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { answer, checking } = useCreationPreview(list, order)
  const problems = answer?.ok ? answer.data.problems : []
  const yaml = answer?.ok ? answer.data.yaml : null
  const say = (part: Partial<typeof said>) => {
    const next = { ...said, ...part }
    keepSaid(key, next)
    setSaid(next)
  }
  const submit = async () => {
    setWriting(true)
    setRefusal(null)
    const body = { ...order, reason: said.reason.trim(), ticket: said.ticket.trim() || null }
    const result = await postJson<CreateResult>(`/api/v1/${list}`, body)
    setWriting(false)
    if (result.ok) {
      keepSaid(key, null)
      showToast({ text: `${order.name}: asked for. The operator takes it up.` })
      void queries.invalidateQueries({ queryKey: [list] })
      return onClose()
    }
    setRefusal(problemsIn(result.data) ?? result.reason)
    void queries.invalidateQueries({ queryKey: ['creation-preview'] })
  }
  const general = problems.filter(({ field }) => field === 'spec' || field === 'body')
  return (
    <FormDialog
      title={`New ${what}`}
      description={description}
      note={`Recorded as ${person.name}, ${person.role}`}
      verb={`Create ${what}`}
      obstacle={
        writing
          ? 'The console is writing.'
          : checking
            ? 'The control plane is asked.'
            : answer?.ok === false
              ? answer.reason
              : problems[0]
                ? sentence(problems[0])
                : reasonObstacle(said.reason, MOST_SAID.reason)
      }
      busy={writing}
      touched={touched || said.reason !== '' || said.ticket !== ''}
      onSubmit={submit}
      onClose={() => {
        keepSaid(key, null)
        onClose()
      }}
    >
      {refusal !== null && <ActRefusal href={href}>{refusal}</ActRefusal>}
      {children(problems)}
      {touched &&
        general.map(problem => (
          <p key={problem.message} className={text.danger}>
            {sentence(problem)}
          </p>
        ))}
      <ReasonFields
        {...said}
        most={MOST_SAID}
        help="Shown in the audit log"
        onReason={reason => say({ reason })}
        onTicket={ticket => say({ ticket })}
      />
      {yaml === null ? (
        <p className={text.muted}>The manifest is shown here once the form is filled.</p>
      ) : (
        <div aria-busy={checking}>
          <YamlLines yaml={yaml} />
        </div>
      )}
    </FormDialog>
  )
}

function sentence({ field, message }: FieldProblem): string {
  return `${field}: ${message}${message.endsWith('.') ? '' : '.'}`
}

/** The server may know more by now than when it was asked last. */
function problemsIn(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('problems' in data) || !Array.isArray(data.problems)) return null
  const { problems } = data as Extract<CreateResult, { kind: 'invalid' }>
  return problems.map(sentence).join(' ')
}
