import { signedInAt, type User } from '#lib/auth/session.ts'
import { stepUpObstacle } from '#lib/auth/step-up.ts'
import { runtime } from '#lib/runtime.ts'

/** Why whoever asks has to sign in again before what needs a recent sign-in, a sentence; null when they need not. */
export async function signInAgain(user: User): Promise<string | null> {
  const { auth, store } = runtime()
  return stepUpObstacle(user, await signedInAt(auth), store.now())
}
