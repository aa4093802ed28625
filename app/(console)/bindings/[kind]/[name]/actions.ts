'use server'

import { z } from 'zod'
import { actionRequestId, signInFirst, streamAction, streamWrite, type Written } from '#app/(console)/server-action.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { requireProvedWriter, requireRole } from '#lib/auth/session.ts'
import { BINDING_KINDS } from '#lib/hap/pools/binding.ts'
import { type ChangeAuthor, listChangeAuthors } from '#lib/queries/audit/audit-entry.ts'
import { runtime } from '#lib/runtime.ts'
import {
  type ActionStep,
  buildOutcomeView,
  buildPreviewView,
  type OutcomeView,
  type PreviewView,
} from '#lib/services/actions/action-preview.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import { describeError } from '#lib/services/describe-error.ts'

/**
 * The service was not reached or failed unexpectedly, for example because the person is signed out.
 */
interface NoAnswer {
  readonly status: 'no-answer'
  readonly reason: string
}

/** Previews an action on a binding. Writes and records nothing; the service checks the role. */
export async function previewAction(action: unknown, order: unknown): Promise<PreviewView | NoAnswer> {
  try {
    const user = await requireRole(runtime().auth, NEEDED_ROLES.look)
    const view = buildPreviewView(await runtime().actions.preview(action, user, order))
    return view.status === 'planned' && view.danger !== null ? { ...view, signIn: await signInFirst(user) } : view
  } catch (error) {
    return noAnswer(error)
  }
}

/**
 * Performs an action and streams its steps. The service refuses invalid input and missing roles, so
 * that it records the attempt.
 */
export async function performAction(
  action: unknown,
  order: unknown,
): Promise<ReadableStream<ActionStep<OutcomeView | NoAnswer>>> {
  const writer = await requireProvedWriter(runtime().auth).catch(noAnswer)
  const requestId = actionRequestId()
  const unended = (reason: string): OutcomeView | NoAnswer => ({ status: 'no-answer', reason })
  return streamAction({ requestId, unended }, async send => {
    if ('status' in writer) return send({ step: 'answered', outcome: writer, isFinal: true })
    const { user, signedInAt } = writer
    const settled = Promise.withResolvers<ActionResult>()
    const onList = (shoots: number | null) => send({ step: 'listing', shoots })
    const options = { requestId, signedInAt, onList, onSettled: settled.resolve }
    try {
      const outcome = buildOutcomeView(await runtime().actions.perform(action, user, order, options))
      const isFinal = outcome.status !== 'done' || !outcome.checking
      send({ step: 'answered', outcome, isFinal })
      if (!isFinal) send({ step: 'answered', outcome: buildOutcomeView(await settled.promise), isFinal: true })
    } catch (error) {
      send({ step: 'answered', outcome: noAnswer(error), isFinal: true })
    }
  })
}

/**
 * Proposes an action on one binding, or a bulk job, without performing it. The service checks the
 * role and records the attempt.
 */
export async function propose(proposal: unknown): Promise<ReadableStream<Written<{ readonly kind: 'proposed' }>>> {
  return streamWrite(async call => {
    await runtime().approvals.propose(call, proposal)
    return { kind: 'proposed' } as const
  })
}

const Ref = z.strictObject({ kind: z.enum(BINDING_KINDS), namespace: z.string().max(63), name: z.string().max(253) })
const Span = z.strictObject({ from: z.number(), to: z.number() })

/** Authors of the changes to a binding within a span of epochs; null when they cannot be read. */
export async function changedBy(binding: unknown, span: unknown): Promise<readonly ChangeAuthor[] | null> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    return await listChangeAuthors(runtime().store.db, Ref.parse(binding), Span.parse(span))
  } catch (error) {
    describeError(error)
    return null
  }
}

function noAnswer(error: unknown): NoAnswer {
  return { status: 'no-answer', reason: describeError(error).detail }
}
