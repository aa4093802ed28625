import { AUTH_TIME_SETTINGS, NO_AUTH_TIME, SIGN_IN_AGAIN } from './sign-in-words.ts'

/** How long after a sign-in it opens what only somebody just proved to be here may do. */
const FRESH_MS = 5 * 60_000

/** How far ahead the clock of whoever signs people in may be. */
const MOST_AHEAD_MS = 60_000

/**
 * When somebody proved who they are, in milliseconds since 1970: `auth_time` of the identity provider, which may know them from
 * long ago; null where it does not say. Demo users prove it now.
 */
export function signInTime(provider: string | undefined, profile: object | undefined, now: number): number | null {
  if (provider === 'credentials') return now
  const at = profile !== undefined && 'auth_time' in profile ? profile.auth_time : null
  return typeof at === 'number' && Number.isFinite(at) ? at * 1_000 : null
}

/** Why somebody has to sign in again first, as a sentence; null when they have just done so. */
export function signInObstacle(signedInAt: number | null, now: number): string | null {
  if (signedInAt === null) return `${NO_AUTH_TIME} ${AUTH_TIME_SETTINGS}`
  const age = now - signedInAt
  return age < FRESH_MS && age > -MOST_AHEAD_MS ? null : SIGN_IN_AGAIN
}
