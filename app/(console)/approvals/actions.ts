'use server'

import { actionRequestId, streamAction, streamWrite, textArgument, type Written } from '#app/(console)/server-action.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { requireProvedWriter, requireRole } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import type { ActionStep } from '#lib/services/actions/action-preview.ts'
import type { ApprovalView } from '#lib/services/approvals/approval.ts'
import { buildProposalPreview, type ProposalPreview } from '#lib/services/approvals/preview-approval.ts'
import { describeError } from '#lib/services/describe-error.ts'

/** Computes what the approval of a proposal would write now. Writes and records nothing. */
export async function previewProposal(id: unknown): Promise<ProposalPreview> {
  try {
    const user = await requireRole(runtime().auth, NEEDED_ROLES.decide)
    return await buildProposalPreview(runtime(), await runtime().approvals.preview(user, textArgument(id)))
  } catch (error) {
    return { kind: 'none', reason: describeError(error).detail }
  }
}

/** Outcome of an approval. */
type Approved =
  | { readonly status: 'approved'; readonly approval: ApprovalView }
  | { readonly status: 'no-answer'; readonly reason: string }

/**
 * Approves a proposal and streams its steps. The service checks the role and the age of the
 * sign-in, and records refusals.
 */
export async function approveProposal(id: unknown, decision: unknown): Promise<ReadableStream<ActionStep<Approved>>> {
  const failed = (error: unknown): Approved => ({ status: 'no-answer', reason: describeError(error).detail })
  const writer = await requireProvedWriter(runtime().auth).catch(failed)
  const requestId = actionRequestId()
  const approve = async (onList: (shoots: number | null) => void): Promise<Approved> => {
    if ('status' in writer) return writer
    try {
      const call = { ...writer, requestId, onList }
      return { status: 'approved', approval: await runtime().approvals.approve(call, textArgument(id), decision) }
    } catch (error) {
      return failed(error)
    }
  }
  const unended = (reason: string): Approved => ({ status: 'no-answer', reason })
  return streamAction({ requestId, unended }, async send => {
    const outcome = await approve(shoots => send({ step: 'listing', shoots }))
    send({ step: 'answered', outcome, isFinal: true })
  })
}

interface Decided {
  readonly kind: 'decided'
  readonly approval: ApprovalView
}

/** Refuses a proposal of another person. The service checks the role and records the attempt. */
export async function refuseProposal(id: unknown, decision: unknown): Promise<ReadableStream<Written<Decided>>> {
  return endProposal('refuse', id, decision)
}

/** Withdraws an own proposal. The service checks the role and records the attempt. */
export async function withdrawProposal(id: unknown, decision: unknown): Promise<ReadableStream<Written<Decided>>> {
  return endProposal('withdraw', id, decision)
}

function endProposal(verb: 'refuse' | 'withdraw', id: unknown, input: unknown) {
  return streamWrite(async (call): Promise<Decided> => {
    const approval = await runtime().approvals.end(call, { verb, id: textArgument(id), input })
    return { kind: 'decided', approval }
  })
}
