'use server'

import { actionRequestId } from '#app/action-request-id.ts'
import { type ActionStep, streamSteps } from '#app/action-steps.ts'
import { answerTo } from '#app/api/problem.ts'
import { textArgument } from '#app/text-argument.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { requireProvedWriter, requireRole } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import type { ApprovalView } from '#lib/services/approvals/approval-row.ts'
import { type ProposalPlan, proposalPlan } from './proposal-plan.ts'

/** What approving a proposal would write now; nothing is written or recorded. */
export async function previewProposal(id: unknown): Promise<ProposalPlan> {
  try {
    const user = await requireRole(runtime().auth, NEEDED_ROLES.decide)
    return await proposalPlan(await runtime().approvals.preview(user, textArgument(id)))
  } catch (error) {
    return { kind: 'none', reason: answerTo(error).detail }
  }
}

/** What came of approving. */
type Approved =
  | { readonly status: 'approved'; readonly approval: ApprovalView }
  | { readonly status: 'no-answer'; readonly reason: string }

/** Approves a proposal, and streams how it comes along. The service asks for the role and a recent sign-in, and records it. */
export async function approveProposal(id: unknown, said: unknown): Promise<ReadableStream<ActionStep<Approved>>> {
  const failed = (error: unknown): Approved => ({ status: 'no-answer', reason: answerTo(error).detail })
  const writer = await requireProvedWriter(runtime().auth).catch(failed)
  const requestId = actionRequestId()
  const approve = async (onList: (shoots: number | null) => void): Promise<Approved> => {
    if ('status' in writer) return writer
    try {
      const call = { ...writer, requestId, onList }
      return { status: 'approved', approval: await runtime().approvals.approve(call, textArgument(id), said) }
    } catch (error) {
      return failed(error)
    }
  }
  return streamSteps(async send => {
    const outcome = await approve(shoots => send({ step: 'listing', shoots }))
    send({ step: 'answered', outcome, isFinal: true })
  })
}
