import { sameAcrossBundles } from '#lib/util/across-bundles.ts'
import { RENDERED_FOR_HEADER } from './request-headers.ts'
import type { User } from './sessions.ts'

/** The page was rendered for one user and the session belongs to another, who signed in from another tab. */
export class RenderedForAnotherError extends Error {
  static {
    sameAcrossBundles(RenderedForAnotherError, 'RenderedForAnotherError')
  }

  override readonly name = 'RenderedForAnotherError'

  constructor({ name }: User) {
    super(`Nothing was done: this page belongs to another user. You are signed in as ${name} in this browser now.`)
  }
}

/** Throws RenderedForAnotherError when the header names a user other than `user`. API clients do not send the header. */
export function requireRenderedFor(user: User, headers: { get(name: string): string | null }): void {
  const drawnFor = headers.get(RENDERED_FOR_HEADER)
  if (drawnFor !== null && drawnFor !== encodeURIComponent(user.id)) throw new RenderedForAnotherError(user)
}
