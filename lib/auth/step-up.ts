import { SUBJECT_PREFIX } from './oidc/identity.ts'
import type { User } from './sessions/sessions.ts'
import { signInObstacle } from './sign-in-time.ts'

/**
 * Why a user has to sign in again before a dangerous action, as a sentence; null when not. Tokens
 * and demo users are exempt: neither has an identity provider to authenticate with.
 */
export function stepUpObstacle({ id }: Pick<User, 'id'>, signedInAt: number | null, now: number): string | null {
  return id.startsWith(SUBJECT_PREFIX) ? signInObstacle(signedInAt, now) : null
}
