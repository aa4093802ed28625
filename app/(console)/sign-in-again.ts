import { signedInAt, type User } from '#lib/auth/session.ts'
import { stepUpObstacle } from '#lib/auth/step-up.ts'
import { runtime } from '#lib/runtime.ts'

/** Why the person has to sign in again, as a sentence; null when the sign-in is recent enough. */
export async function signInAgain(user: User): Promise<string | null> {
  const { auth, store } = runtime()
  return stepUpObstacle(user, await signedInAt(auth), store.now())
}
