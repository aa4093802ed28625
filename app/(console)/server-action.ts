import { randomUUID } from 'node:crypto'
import { requireProvedWriter, signedInAt, type User } from '#lib/auth/session.ts'
import { stepUpRefusal } from '#lib/auth/sign-in-time.ts'
import { ANSWER_MS } from '#lib/http/answer-deadline.ts'
import { runtime } from '#lib/runtime.ts'
import { type ActionStep, streamSteps } from '#lib/services/actions/action-preview.ts'
import { buildFailedAction, type FailedAction } from '#lib/services/describe-error.ts'
import { currentRequestAge, currentRequestId } from '#lib/telemetry/request-scope.ts'
import { resultWithin } from '#lib/util/result-within.ts'

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
  const late = { kind: 'no-answer', status: 504, reason: lateMessage(requestId) } as const
  return streamSteps<Result | FailedAction>(async send => {
    const outcome = await resultWithin(run().catch(buildFailedAction), leftMs(), late)
    send({ step: 'answered', outcome, isFinal: true })
  })
}

/** How long a page follows an action that does not end. */
const FOLLOW_MS = 300_000

/**
 * Streams the steps of an action that may take longer than a request. The page learns at the deadline
 * that it continues, and follows it until FOLLOW_MS; then it receives `unended`. `act` must not throw.
 */
export function streamAction<Outcome>(
  { requestId, unended }: { readonly requestId: string; readonly unended: (reason: string) => Outcome },
  act: (send: (step: ActionStep<Outcome>) => void) => Promise<void>,
): ReadableStream<ActionStep<Outcome>> {
  return streamSteps<Outcome>(async send => {
    const running = setTimeout(send, leftMs(), { step: 'running', message: lateMessage(requestId) })
    const sendStep = (step: ActionStep<Outcome>) => {
      if (step.step === 'answered') clearTimeout(running)
      send(step)
    }
    const end = await resultWithin(act(sendStep), FOLLOW_MS, UNENDED)
    clearTimeout(running)
    if (end === UNENDED) send({ step: 'answered', outcome: unended(lateMessage(requestId)), isFinal: true })
  })
}

const UNENDED = Symbol('unended')

/** Milliseconds until the current request has to be answered. */
function leftMs(): number {
  return Math.max(0, ANSWER_MS - currentRequestAge())
}

function lateMessage(requestId: string): string {
  return `The database or Gardener has not answered in time. A change that has begun continues. See Audit for its outcome: request:${requestId}.`
}
