import type { User } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { signInAgain } from '../sign-in-again.ts'

/**
 * Why the person has to sign in again before a dangerous action, as a sentence; null when that is
 * not needed. Proposals need no recent sign-in.
 */
export async function signInFirst(user: User): Promise<string | null> {
  return runtime().approvals.needed ? null : signInAgain(user)
}
