import { tokenIdOf } from './api-token.ts'
import type { User } from './sessions.ts'
import { SUBJECT_PREFIX } from './sign-in-time.ts'

/** What identifies a user; display names are not unique. */
export interface UserIdentity {
  /** URL of the identity provider, `demo`, or `api-token`; null in rows of older releases. */
  readonly issuer: string | null
  /** Subject at the issuer, or the id of the demo user or of the token. */
  readonly subject: string
}

/** What identifies a user, in a form that does not depend on the prefixes of ids. */
export function userIdentityOf(user: Pick<User, 'id' | 'issuer'>): UserIdentity {
  const token = tokenIdOf(user)
  if (token !== null) return { issuer: 'api-token', subject: token }
  if (!user.id.startsWith(SUBJECT_PREFIX)) return { issuer: 'demo', subject: user.id }
  return { issuer: user.issuer ?? null, subject: user.id.slice(SUBJECT_PREFIX.length) }
}
