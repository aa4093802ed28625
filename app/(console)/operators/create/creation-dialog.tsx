'use client'

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { OperatorList } from '#app/data/operator-queries.ts'
import { postJson } from '#app/data/post-json.ts'
import { useVisit } from '#components/address/use-visit.ts'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { showToast } from '#components/ui/toast.ts'
import { useSettled } from '#components/ui/use-settled.ts'
import type { FieldProblem } from '#lib/operators/api/validate-cluster.ts'
import type { RequestPreview } from '#lib/services/kubeconfigs/plan-request.ts'
import type { CreateResult, CreationPreview } from '#lib/services/resources/create-resource.ts'
import type { Person } from '../../person.ts'
import { reasonObstacle } from '../../reason-obstacle.ts'
import { YamlLines } from '../../yaml/yaml-lines.tsx'
import { DialogRefusal, ReasonDraftFields, useReasonDraft } from '../act/dialog-parts.tsx'
import {
  type CreationRefusal,
  type FormProblems,
  formatProblem,
  formatRefusal,
  mergeProblems,
  parseRefusal,
} from './field-problems.ts'

interface CreationDialogProps {
  readonly list: OperatorList
  /** `Cluster` */
  readonly what: string
  readonly description: string
  readonly person: Person
  /** As the API takes it, but for the reason. */
  readonly order: { readonly name: string }
  /** What the form itself sees to be wrong, in its words. */
  readonly own: readonly FieldProblem[]
  /** Something was typed. */
  readonly touched: boolean
  /** Address of the page with the dialog open. */
  readonly href: string
  readonly onClose: () => void
  /** The fields, with what is wrong with them. */
  readonly children: (marks: FormProblems) => ReactNode
}

/** Why an order was not taken. It says nothing of another one. */
interface RefusedOrder extends CreationRefusal {
  readonly of: string
}

/** Asks for a new custom resource. The control plane judges it while it is typed; nothing typed is lost by a refusal. */
export function CreationDialog(props: CreationDialogProps) {
  const { list, what, description, person, order, own, touched, href, onClose, children } = props
  const queries = useQueryClient()
  const { said, say, forget, ...why } = useReasonDraft(`${person.name} create ${list}`)
  const [writing, setWriting] = useState(false)
  const [refusal, setRefusal] = useState<RefusedOrder | null>(null)
  const visit = useVisit()
  const { answer, checking } = useCreationPreview(list, order)
  const reasonProblem = reasonObstacle(said.reason)
  const [all, setAll] = useState(false)
  /** The order as it was when somebody wanted to go on with it. */
  const [pressed, setPressed] = useState<string | null>(null)
  const now = JSON.stringify(order)
  // What the server says of an older order is shown while somebody types, so that marks do not flicker, but it stops nobody.
  const isOld = checking && pressed === now
  const judged = answer?.ok && !isOld ? answer.data.problems : []
  // A refusal knows more than what was said before it, until the server is asked anew.
  const refused = refusal?.of === now ? refusal : null
  const problems = mergeProblems(own, checking && refused ? refused.problems : judged)
  const words = refused && formatRefusal(refused, checking ? refused.problems : judged)
  const { place, focusMarked } = useFocusMarked()
  const yaml = answer?.ok ? answer.data.yaml : null
  const submit = async () => {
    if ((checking ? own : problems).length > 0 || reasonProblem !== null) {
      setAll(true)
      setPressed(now)
      return focusMarked()
    }
    setWriting(true)
    setRefusal(null)
    const result = await postJson<CreateResult>(`/api/v1/${list}`, { ...order, ...why.order })
    setWriting(false)
    if (result.ok) {
      forget()
      const run = () => visit(`/${list}/${encodeURIComponent(order.name)}`)
      showToast({ text: `${order.name}: asked for. The operator takes it up.`, action: { label: 'Open it', run } })
      void queries.invalidateQueries({ queryKey: [list] })
      return onClose()
    }
    setAll(true)
    setRefusal({ ...parseRefusal(result), of: now })
    focusMarked()
    void queries.invalidateQueries({ queryKey: ['creation-preview'] })
  }
  const unjudged = answer?.ok === false ? answer.reason : null
  // Asked again by the next preview, as after another sign-in.
  const forbidden = answer?.ok ? answer.data.refusal : null
  const general = problems.filter(({ field }) => field === 'spec' || field === 'body')
  return (
    <FormDialog
      title={`New ${what}`}
      description={description}
      note={`Recorded as ${person.name}, ${person.role}`}
      verb={`Create ${what}`}
      obstacle={writing ? 'The console is writing.' : (unjudged ?? forbidden)}
      busy={writing}
      marksItself
      touched={touched || why.typed}
      onSubmit={submit}
      onClose={() => {
        forget()
        onClose()
      }}
    >
      <span ref={place} hidden />
      {unjudged !== null && <Message tone="danger">{unjudged}</Message>}
      {forbidden !== null && !words && <DialogRefusal href={href}>{forbidden}</DialogRefusal>}
      {words && <DialogRefusal href={href}>{words}</DialogRefusal>}
      {children({ problems, all, hints: answer?.ok ? (answer.data.hints ?? []) : [] })}
      {(touched || all) &&
        general.map(problem => (
          <p key={problem.message} className={text.danger}>
            {formatProblem(problem)}
          </p>
        ))}
      <ReasonDraftFields said={said} say={say} problem={all ? reasonProblem : null} />
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

/** Each look asks the control plane. */
const SETTLE_MS = 400

/** What the server says of an object as it is typed; `checking`: it is not certain yet. */
function useCreationPreview(list: OperatorList, order: object) {
  const wanted = JSON.stringify(order)
  const settled = useSettled(wanted, SETTLE_MS)
  const { data, isFetching } = useQuery({
    queryKey: ['creation-preview', list, settled],
    queryFn: () => postJson<CreationPreview & Partial<RequestPreview>>(`/api/v1/${list}/preview`, JSON.parse(settled)),
    // Somebody who signed in again in another tab comes back to this one.
    refetchOnWindowFocus: ({ state: { data } }) => data?.ok === true && data.data.refusal !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  return { answer: data ?? null, checking: isFetching || settled !== wanted }
}

/** Leads to the first field that is marked as wrong in the form around `place`, once the marks are drawn. */
function useFocusMarked() {
  const place = useRef<HTMLSpanElement>(null)
  const [wanted, setWanted] = useState(0)
  useEffect(() => {
    if (wanted > 0) place.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [wanted])
  return { place, focusMarked: () => setWanted(count => count + 1) }
}
