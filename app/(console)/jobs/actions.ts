'use server'

import { actionRequestId } from '#app/action-request-id.ts'
import { answerTo } from '#app/api/problem.ts'
import { textArgument } from '#app/text-argument.ts'
import { requireWriter } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'

/** Cancels a job; null when it is being cancelled, else why not. The service knows which jobs there are, asks for the role, and records it. */
export async function cancelJob(id: unknown): Promise<string | null> {
  try {
    const user = await requireWriter(runtime().auth)
    await runtime().jobs.cancel({ user, requestId: actionRequestId() }, textArgument(id))
    return null
  } catch (error) {
    return answerTo(error).detail
  }
}
