import { signedInAt, type User } from '#lib/auth/session.ts'
import { stepUpObstacle } from '#lib/auth/step-up.ts'
import { runtime } from '#lib/runtime.ts'

/** Why whoever asks has to sign in again before something dangerous, a sentence; null when they need not. It is proposed where two decide. */
export async function signInFirst(user: User): Promise<string | null> {
  const { approvals, auth, store } = runtime()
  return approvals.needed ? null : stepUpObstacle(user, await signedInAt(auth), store.now())
}
