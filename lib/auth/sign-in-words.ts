/** What somebody is told whose session is over; a form that gets it offers the way to sign in. */
export const SIGN_IN_TO_GO_ON = 'Sign in to go on.'

/** Whether something was refused for want of a session. */
export function asksToSignIn(refusal: string): boolean {
  return refusal.startsWith(SIGN_IN_TO_GO_ON)
}
