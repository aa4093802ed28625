'use server'

import { actionRequestId, textArgument } from '#app/(console)/action-request.ts'
import { requireWriter } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { describeError } from '#lib/services/describe-error.ts'

/**
 * Cancels a job. Returns null on success, otherwise the reason. The service finds the job, checks
 * the role and records the attempt.
 */
export async function cancelJob(id: unknown): Promise<string | null> {
  try {
    const user = await requireWriter(runtime().auth)
    await runtime().jobs.cancel({ user, requestId: actionRequestId() }, textArgument(id))
    return null
  } catch (error) {
    return describeError(error).detail
  }
}
