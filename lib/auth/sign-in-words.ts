/** What somebody is told whose session is over; a form that gets it offers the way to sign in. */
export const SIGN_IN_TO_GO_ON = 'Sign in to go on.'

/** What somebody is told who signed in too long ago for what they ask. */
export const SIGN_IN_AGAIN = 'This action requires a sign-in within the last 5 minutes. Sign in again.'

/** What somebody is told whose identity provider does not say when they signed in, so that no sign-in of theirs is recent. */
export const NO_AUTH_TIME =
  'This action requires a sign-in within the last 5 minutes, but the identity provider does not send auth_time, so the time of your sign-in is unknown.'

/** What makes the common identity providers send it. */
export const AUTH_TIME_SETTINGS =
  'Configure it to send the claim auth_time in ID tokens: in Entra ID as an optional claim of the app registration, in Keycloak by the client scope basic, in Google by session age claims.'

/** What nobody can do then, as it follows "and". */
export const WITHOUT_AUTH_TIME =
  'no user can release accounts, import Clusters, add administrators, create or download kubeconfigs, create tokens, or end sessions of others'

/** Whether something was refused for want of a session. */
export function asksToSignIn(refusal: string): boolean {
  return refusal.startsWith(SIGN_IN_TO_GO_ON)
}

/** Whether something was refused for want of a sign-in that is recent, and another one helps. */
export function asksToSignInAgain(refusal: string): boolean {
  return refusal.startsWith(SIGN_IN_AGAIN)
}

/** Whether something was refused for want of a sign-in that is recent. */
export function needsRecentSignIn(refusal: string): boolean {
  return asksToSignInAgain(refusal) || refusal.startsWith(NO_AUTH_TIME)
}
