import { sameAcrossBundles } from '#lib/across-bundles.ts'
import { DRAWN_FOR_HEADER } from './drawn-for-header.ts'
import type { User } from './sessions/sessions.ts'

/** The page was rendered for one user and the session belongs to another, who signed in from another tab. */
export class DrawnForAnotherError extends Error {
  static {
    sameAcrossBundles(DrawnForAnotherError, 'DrawnForAnotherError')
  }

  override readonly name = 'DrawnForAnotherError'

  constructor({ name }: User) {
    super(`Nothing was done: you are signed in as ${name} in this browser now, and this page is of somebody else.`)
  }
}

/** Throws DrawnForAnotherError when the header names a user other than `user`. API clients do not send the header. */
export function requireDrawnFor(user: User, headers: { get(name: string): string | null }): void {
  const drawnFor = headers.get(DRAWN_FOR_HEADER)
  if (drawnFor !== null && drawnFor !== encodeURIComponent(user.id)) throw new DrawnForAnotherError(user)
}
