import { SUBJECT_PREFIX } from './oidc/identity.ts'
import type { User } from './sessions/sessions.ts'
import { signInObstacle } from './sign-in-time.ts'

/**
 * Why somebody has to sign in again before they do something dangerous, as a sentence; null when they may. A token acts by its role, and
 * a demo user has nothing to prove who they are by.
 */
export function stepUpObstacle({ id }: Pick<User, 'id'>, signedInAt: number | null, now: number): string | null {
  return id.startsWith(SUBJECT_PREFIX) ? signInObstacle(signedInAt, now) : null
}
