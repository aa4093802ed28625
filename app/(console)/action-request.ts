import { randomUUID } from 'node:crypto'
import { signedInAt, type User } from '#lib/auth/session.ts'
import { stepUpRefusal } from '#lib/auth/sign-in-time.ts'
import { runtime } from '#lib/runtime.ts'
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
