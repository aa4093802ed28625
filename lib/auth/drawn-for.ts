import { sameAcrossBundles } from '#lib/across-bundles.ts'
import { DRAWN_FOR_HEADER } from './drawn-for-header.ts'
import type { User } from './sessions/sessions.ts'

/** A page that was drawn for one person asks by the session of another: in another tab, somebody else signed in. */
export class DrawnForAnotherError extends Error {
  static {
    sameAcrossBundles(DrawnForAnotherError, 'DrawnForAnotherError')
  }

  override readonly name = 'DrawnForAnotherError'

  constructor({ name }: User) {
    super(`Nothing was done: you are signed in as ${name} in this browser now, and this page is of somebody else.`)
  }
}

/** Throws DrawnForAnotherError when a page says that it was drawn for somebody else than `user`. Programs say nothing. */
export function requireDrawnFor(user: User, headers: { get(name: string): string | null }): void {
  const drawnFor = headers.get(DRAWN_FOR_HEADER)
  if (drawnFor !== null && drawnFor !== encodeURIComponent(user.id)) throw new DrawnForAnotherError(user)
}
