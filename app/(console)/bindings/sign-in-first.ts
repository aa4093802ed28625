import type { User } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { signInAgain } from '../sign-in-again.ts'

/** Why whoever asks has to sign in again before something dangerous, a sentence; null when they need not. It is proposed where two decide. */
export async function signInFirst(user: User): Promise<string | null> {
  return runtime().approvals.needed ? null : signInAgain(user)
}
