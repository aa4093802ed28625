import type { User } from './sessions.ts'

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

/** Message for an ended session; a form that receives it offers to sign in. */
export const SIGN_IN_REQUIRED = 'Sign in to continue.'

/** Message for a sign-in that is too old for the action. */
export const SIGN_IN_AGAIN = 'This action requires a sign-in within the last 5 minutes. Sign in again.'

/** Message for an identity provider that omits `auth_time`, which means no sign-in counts as recent. */
export const NO_AUTH_TIME =
  'This action requires a sign-in within the last 5 minutes, but the identity provider does not send auth_time, so the time of your sign-in is unknown.'

/** How to make common identity providers send `auth_time`. */
export const AUTH_TIME_SETTINGS =
  'Configure it to send the claim auth_time in ID tokens: in Entra ID as an optional claim of the app registration, in Keycloak by the client scope basic, in Google by session age claims.'

/** Consequence of a missing `auth_time`; continues a sentence after "and". */
export const WITHOUT_AUTH_TIME =
  'no user can release accounts, import Clusters, add administrators, create or download kubeconfigs, create tokens, or end sessions of others'

/** Whether a request was refused because it had no session. */
export function isSignInRequired(refusal: string): boolean {
  return refusal.startsWith(SIGN_IN_REQUIRED)
}

/** Whether a request was refused because the sign-in is too old, so that a new one helps. */
export function isSignInTooOld(refusal: string): boolean {
  return refusal.startsWith(SIGN_IN_AGAIN)
}

/** Whether a request was refused because the sign-in is too old or of unknown age. */
export function needsRecentSignIn(refusal: string): boolean {
  return isSignInTooOld(refusal) || refusal.startsWith(NO_AUTH_TIME)
}
