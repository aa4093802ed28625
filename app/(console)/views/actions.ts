'use server'

import { actionRequestId, textArgument } from '#app/(console)/action-request.ts'
import { requireWriter } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { describeError } from '#lib/services/describe-error.ts'
import { buildViewContext, changeView, createView, deleteView } from '#lib/services/views/views.ts'

/** Null on success, otherwise the reason as a sentence. */
type Refusal = string | null

/** Saves a list page under a name. */
export async function saveView(input: unknown): Promise<Refusal> {
  return refusalOf(
    async () => void (await createView(buildViewContext(runtime(), actionRequestId()), await user(), input)),
  )
}

/** Changes the name, the query or the sharing of a view. */
export async function editView(id: unknown, input: unknown): Promise<Refusal> {
  return refusalOf(
    async () =>
      void (await changeView(buildViewContext(runtime(), actionRequestId()), await user(), {
        id: textArgument(id),
        input,
      })),
  )
}

export async function removeView(id: unknown): Promise<Refusal> {
  return refusalOf(async () =>
    deleteView(buildViewContext(runtime(), actionRequestId()), await user(), textArgument(id)),
  )
}

function user() {
  return requireWriter(runtime().auth)
}

async function refusalOf(run: () => Promise<void>): Promise<Refusal> {
  try {
    await run()
    return null
  } catch (error) {
    return describeError(error).detail
  }
}
