import type { User } from './sessions/sessions.ts'
import { AUTH_TIME_SETTINGS, NO_AUTH_TIME, SIGN_IN_AGAIN } from './sign-in-messages.ts'

/** Prefix of user ids from an identity provider; it keeps them distinct from demo users. */
export const SUBJECT_PREFIX = 'oidc:'

/** How long a sign-in counts as recent. */
const FRESH_MS = 5 * 60_000

/** Tolerated lead of the identity provider's clock. */
const MAX_AHEAD_MS = 60_000

/**
 * Time of authentication in milliseconds since 1970: the provider's `auth_time`, which may be long
 * ago; null when the provider omits it. Demo users authenticate at `now`.
 */
export function signInTime(provider: string | undefined, profile: object | undefined, now: number): number | null {
  if (provider === 'credentials') return now
  const at = profile !== undefined && 'auth_time' in profile ? profile.auth_time : null
  return typeof at === 'number' && Number.isFinite(at) ? at * 1_000 : null
}

/** Why a new sign-in is required, as a sentence; null when the last one is recent. */
export function signInRefusal(signedInAt: number | null, now: number): string | null {
  if (signedInAt === null) return `${NO_AUTH_TIME} ${AUTH_TIME_SETTINGS}`
  const age = now - signedInAt
  return age < FRESH_MS && age > -MAX_AHEAD_MS ? null : SIGN_IN_AGAIN
}

/**
 * Why a user has to sign in again before a dangerous action, as a sentence; null when not. Tokens
 * and demo users are exempt: neither has an identity provider to authenticate with.
 */
export function stepUpRefusal({ id }: Pick<User, 'id'>, signedInAt: number | null, now: number): string | null {
  return id.startsWith(SUBJECT_PREFIX) ? signInRefusal(signedInAt, now) : null
}
