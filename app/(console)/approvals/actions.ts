'use server'

import { answerTo } from '#app/api/problem.ts'
import { textArgument } from '#app/text-argument.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { requireRole } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
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
