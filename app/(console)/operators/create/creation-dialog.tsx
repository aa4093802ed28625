'use client'

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError, fetchJson } from '#app/data/fetch-json.ts'
import { followWrite } from '#app/data/follow-action.ts'
import type { OperatorList } from '#app/data/operator-queries.ts'
import { useVisit } from '#components/address/use-parameter.ts'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { showToast } from '#components/ui/toast.tsx'
import { useSettled } from '#components/ui/use-settled.ts'
import type { FieldProblem } from '#lib/operators/api/validate-cluster.ts'
import type { RequestPreview } from '#lib/services/kubeconfigs/create-request.ts'
import type { CreationPreview } from '#lib/services/resources/create-resource.ts'
import type { Person } from '../../person.ts'
import { missingReason } from '../../reason-fields.tsx'
import { YamlLines } from '../../yaml-view.tsx'
import { DialogRefusal, ReasonDraftFields, useReasonDraft } from '../act/dialog-parts.tsx'
import type { CreationSteps } from '../actions.ts'
import {
  type CreationRefusal,
  type FormProblems,
  formatProblem,
  formatRefusal,
  mergeProblems,
  splitRefusal,
} from './field-problems.ts'

interface CreationDialogProps {
  readonly list: OperatorList
  /** Server action that creates it. */
  readonly create: (order: object) => CreationSteps
  /** Kind in a sentence, such as `Cluster`. */
  readonly what: string
  readonly description: string
  readonly person: Person
  /** Request body without reason and ticket. */
  readonly order: { readonly name: string }
  /** Problems that the form finds in the browser. */
  readonly own: readonly FieldProblem[]
  /** The draft differs from the initial values. */
  readonly touched: boolean
  /** Address of the page with the dialog open. */
  readonly href: string
  readonly onClose: () => void
  /** Renders the fields with their problems. */
  readonly children: (marks: FormProblems) => ReactNode
}

/** Refusal of one request body; a changed body voids it. */
interface RefusedOrder extends CreationRefusal {
  readonly body: string
}

/**
 * Creates a custom resource. A dry run in the control plane validates the draft while a person types. The draft survives a refusal.
 */
export function CreationDialog(props: CreationDialogProps) {
  const { list, create, what, description, person, order, own, touched, href, onClose, children } = props
  const queries = useQueryClient()
  const { draft, changeDraft, forget, ...why } = useReasonDraft(`${person.name} create ${list}`)
  const [writing, setWriting] = useState(false)
  const [refusal, setRefusal] = useState<RefusedOrder | null>(null)
  const visit = useVisit()
  const { answer, checking } = useCreationPreview(list, order)
  const reasonProblem = missingReason(draft.reason)
  const [all, setAll] = useState(false)
  /** Request body at the last press of the submit button. */
  const [submitted, setSubmitted] = useState<string | null>(null)
  const now = JSON.stringify(order)
  // Problems of an older body stay visible during the next preview, so that marks do not flicker,
  // but they do not block a submit.
  const isOutdated = checking && submitted === now
  const previewed = answer?.ok && !isOutdated ? answer.data.problems : []
  // A refusal is newer than the last preview until the next preview answers.
  const refused = refusal?.body === now ? refusal : null
  const problems = mergeProblems(own, checking && refused ? refused.problems : previewed)
  const words = refused && formatRefusal(refused, checking ? refused.problems : previewed)
  const { marker, focusMarked } = useFocusMarked()
  const yaml = answer?.ok ? answer.data.yaml : null
  const submit = async () => {
    if ((checking ? own : problems).length > 0 || reasonProblem !== null) {
      setAll(true)
      setSubmitted(now)
      return focusMarked()
    }
    setWriting(true)
    setRefusal(null)
    const result = await followWrite(create({ ...order, ...why.order }))
    setWriting(false)
    if (result.kind === 'created') {
      forget()
      const run = () => visit(`/${list}/${encodeURIComponent(order.name)}`)
      showToast({ text: `${order.name} requested.`, action: { label: 'Open', run } })
      void queries.invalidateQueries({ queryKey: [list] })
      return onClose()
    }
    setAll(true)
    setRefusal({ ...splitRefusal(result), body: now })
    focusMarked()
    void queries.invalidateQueries({ queryKey: ['creation-preview'] })
  }
  const unpreviewed = answer?.ok === false ? answer.reason : null
  // The next preview recomputes it, for example after a new sign-in.
  const forbidden = answer?.ok ? answer.data.refusal : null
  const general = problems.filter(({ field }) => field === 'spec' || field === 'body')
  return (
    <FormDialog
      title={`New ${what}`}
      description={description}
      note={`Will be recorded as ${person.name} (${person.role})`}
      verb={`Create ${what}`}
      disabledReason={writing ? 'Applying the change…' : (unpreviewed ?? forbidden)}
      busy={writing}
      marksItself
      touched={touched || why.typed}
      onSubmit={submit}
      onClose={() => {
        forget()
        onClose()
      }}
    >
      <span ref={marker} hidden />
      {unpreviewed !== null && <Message tone="danger">{unpreviewed}</Message>}
      {forbidden !== null && !words && <DialogRefusal href={href}>{forbidden}</DialogRefusal>}
      {words && <DialogRefusal href={href}>{words}</DialogRefusal>}
      {children({ problems, all, hints: answer?.ok ? (answer.data.hints ?? []) : [] })}
      {(touched || all) &&
        general.map(problem => (
          <p key={problem.message} className={text.danger}>
            {formatProblem(problem)}
          </p>
        ))}
      <ReasonDraftFields draft={draft} changeDraft={changeDraft} problem={all ? reasonProblem : null} />
      {yaml === null ? (
        <p className={text.muted}>The manifest appears here once the form is complete.</p>
      ) : (
        <div aria-busy={checking}>
          <YamlLines yaml={yaml} />
        </div>
      )}
    </FormDialog>
  )
}

/** Delay after the last change, because every preview calls the control plane. */
const SETTLE_MS = 400

/** Previews the creation on the server. `checking` is true while the answer is older than the draft. */
function useCreationPreview(list: OperatorList, order: object) {
  const wanted = JSON.stringify(order)
  const settled = useSettled(wanted, SETTLE_MS)
  const { data, isFetching } = useQuery({
    queryKey: ['creation-preview', list, settled],
    queryFn: ({ signal }) => previewCreation(list, JSON.parse(settled), signal),
    // A person may sign in again in another tab and then return to this one.
    refetchOnWindowFocus: ({ state: { data } }) => data?.ok === true && data.data.refusal !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  return { answer: data ?? null, checking: isFetching || settled !== wanted }
}

/** Fetches a preview. A failure is returned, so that it stays visible until the next answer. */
async function previewCreation(list: OperatorList, order: object, signal: AbortSignal) {
  try {
    const address = `/api/v1/${list}/preview`
    const data = await fetchJson<CreationPreview & Partial<RequestPreview>>(address, signal, order)
    return { ok: true, data } as const
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { ok: false, reason: error.message } as const
  }
}

/** Focuses the first invalid field of the form around `marker` after the marks are rendered. */
function useFocusMarked() {
  const marker = useRef<HTMLSpanElement>(null)
  const [wanted, setWanted] = useState(0)
  useEffect(() => {
    if (wanted > 0) marker.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [wanted])
  return { marker, focusMarked: () => setWanted(count => count + 1) }
}
