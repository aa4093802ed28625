'use server'

import { actionRequestId } from '#app/action-request-id.ts'
import { answerTo } from '#app/api/problem.ts'
import { viewContext } from '#app/api/view-answer.ts'
import { textArgument } from '#app/text-argument.ts'
import { requireWriter } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { changeView, createView, deleteView } from '#lib/services/views/views.ts'

/** Null when it was done, else the sentence that says why not. */
type Refusal = string | null

/** Keeps a list page under a name. */
export async function saveView(input: unknown): Promise<Refusal> {
  return refusalOf(async () => void (await createView(viewContext(actionRequestId()), await user(), input)))
}

/** Gives a view another name or query, or shares it or no longer. */
export async function editView(id: unknown, input: unknown): Promise<Refusal> {
  return refusalOf(
    async () => void (await changeView(viewContext(actionRequestId()), await user(), { id: textArgument(id), input })),
  )
}

/** Deletes a view. */
export async function removeView(id: unknown): Promise<Refusal> {
  return refusalOf(async () => deleteView(viewContext(actionRequestId()), await user(), textArgument(id)))
}

function user() {
  return requireWriter(runtime().auth)
}

async function refusalOf(run: () => Promise<void>): Promise<Refusal> {
  try {
    await run()
    return null
  } catch (error) {
    return answerTo(error).detail
  }
}
