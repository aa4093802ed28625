'use server'

import { actionRequestId } from '#app/(console)/action-request-id.ts'
import { textArgument } from '#app/(console)/text-argument.ts'
import { requireWriter } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { describeError } from '#lib/services/describe-error.ts'

/** Cancels a job; null when it is being cancelled, else why not. The service knows which jobs there are, asks for the role, and records it. */
export async function cancelJob(id: unknown): Promise<string | null> {
  try {
    const user = await requireWriter(runtime().auth)
    await runtime().jobs.cancel({ user, requestId: actionRequestId() }, textArgument(id))
    return null
  } catch (error) {
    return describeError(error).detail
  }
}
