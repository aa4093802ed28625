import { randomUUID } from 'node:crypto'
import { requireProvedWriter, signedInAt, type User } from '#lib/auth/session.ts'
import { stepUpRefusal } from '#lib/auth/sign-in-time.ts'
import { runtime } from '#lib/runtime.ts'
import { type ActionStep, streamSteps } from '#lib/services/actions/action-preview.ts'
import { buildFailedAction, type FailedAction } from '#lib/services/describe-error.ts'
import { currentRequestId } from '#lib/telemetry/request-scope.ts'

/**
 * Returns the id of the request that calls a server action. Log lines and audit records share it.
 */
export function actionRequestId(): string {
  return currentRequestId() ?? randomUUID()
}

/**
 * Returns a string argument of a server action; empty for any other type, because the client may
 * send anything.
 */
export function textArgument(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Why the person has to sign in again, as a sentence; null when the sign-in is recent enough. */
export async function signInAgain(user: User): Promise<string | null> {
  const { auth, store } = runtime()
  return stepUpRefusal(user, await signedInAt(auth), store.now())
}

/**
 * Why the person has to sign in again before a dangerous action, as a sentence; null when that is
 * not needed. Proposals need no recent sign-in.
 */
export async function signInFirst(user: User): Promise<string | null> {
  return runtime().approvals.needed ? null : signInAgain(user)
}

/** The user, sign-in and request of a write. */
type WriteCall = Awaited<ReturnType<typeof requireProvedWriter>> & { readonly requestId: string }

/** Step of a write that `streamWrite` runs. */
export type Written<Result> = ActionStep<Result | FailedAction>

/**
 * Runs a write of the current user and streams its result. Next.js dispatches the actions of a tab
 * one after another; a stream returns at once, so that a slow write does not delay the next action.
 */
export async function streamWrite<Result>(
  write: (call: WriteCall) => Promise<Result>,
): Promise<ReadableStream<Written<Result>>> {
  const requestId = actionRequestId()
  const writer = await requireProvedWriter(runtime().auth).catch(buildFailedAction)
  const run = async () => ('kind' in writer ? writer : await write({ ...writer, requestId }))
  return streamSteps<Result | FailedAction>(async send => {
    send({ step: 'answered', outcome: await run().catch(buildFailedAction), isFinal: true })
  })
}
