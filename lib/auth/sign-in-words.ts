/** What somebody is told whose session is over; a form that gets it offers the way to sign in. */
export const SIGN_IN_TO_GO_ON = 'Sign in to go on.'

/** What somebody is told who signed in too long ago for what they ask. */
export const SIGN_IN_AGAIN = 'Sign in again: this needs a sign-in of the last 5 minutes.'

/** Whether something was refused for want of a session. */
export function asksToSignIn(refusal: string): boolean {
  return refusal.startsWith(SIGN_IN_TO_GO_ON)
}

/** Whether something was refused for want of a sign-in that is recent. */
export function asksToSignInAgain(refusal: string): boolean {
  return refusal.startsWith(SIGN_IN_AGAIN)
}
