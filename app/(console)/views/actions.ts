'use server'

import { actionRequestId } from '#app/(console)/action-request-id.ts'
import { textArgument } from '#app/(console)/text-argument.ts'
import { requireWriter } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { describeError } from '#lib/services/describe-error.ts'
import { buildViewContext, changeView, createView, deleteView } from '#lib/services/views/views.ts'

/** Null when it was done, else the sentence that says why not. */
type Refusal = string | null

/** Keeps a list page under a name. */
export async function saveView(input: unknown): Promise<Refusal> {
  return refusalOf(
    async () => void (await createView(buildViewContext(runtime(), actionRequestId()), await user(), input)),
  )
}

/** Gives a view another name or query, or shares it or no longer. */
export async function editView(id: unknown, input: unknown): Promise<Refusal> {
  return refusalOf(
    async () =>
      void (await changeView(buildViewContext(runtime(), actionRequestId()), await user(), {
        id: textArgument(id),
        input,
      })),
  )
}

/** Deletes a view. */
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
