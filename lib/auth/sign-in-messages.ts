/** Message for an ended session; a form that receives it offers to sign in. */
export const SIGN_IN_REQUIRED = 'Sign in to go on.'

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
