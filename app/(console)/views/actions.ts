'use server'

import { actionRequestId, textArgument } from '#app/(console)/server-action.ts'
import { requireWriter } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { describeError } from '#lib/services/describe-error.ts'

/** Null on success, otherwise the reason as a sentence. */
type Refusal = string | null

/** Saves a list page under a name. */
export async function saveView(input: unknown): Promise<Refusal> {
  return refusalOf(async () => void (await runtime().views.create(await call(), input)))
}

/** Changes the name, the query or the sharing of a view. */
export async function editView(id: unknown, input: unknown): Promise<Refusal> {
  return refusalOf(async () => void (await runtime().views.change(await call(), textArgument(id), input)))
}

export async function removeView(id: unknown): Promise<Refusal> {
  return refusalOf(async () => runtime().views.delete(await call(), textArgument(id)))
}

async function call() {
  return { requestId: actionRequestId(), user: await requireWriter(runtime().auth, { ownData: true }) }
}

async function refusalOf(run: () => Promise<void>): Promise<Refusal> {
  try {
    await run()
    return null
  } catch (error) {
    return describeError(error).detail
  }
}
