import { tokenIdOf } from '#lib/auth/api-token.ts'
import type { User } from '#lib/auth/session.ts'
import { SUBJECT_PREFIX, subjectOf } from '#lib/auth/sign-in-time.ts'
import type { Actor, ActorIdentity } from '#lib/store/audit/entry.ts'

/** The actor of the audit records of a user. */
export function actorOf(user: User): Actor {
  return { name: user.name, role: user.role, identity: identityOf(user) }
}

/** What identifies a user, in a form that does not depend on the prefixes of ids. */
export function identityOf(user: Pick<User, 'id' | 'issuer'>): ActorIdentity {
  const token = tokenIdOf(user)
  if (token !== null) return { issuer: 'api-token', subject: token }
  if (!user.id.startsWith(SUBJECT_PREFIX)) return { issuer: 'demo', subject: user.id }
  return { issuer: user.issuer ?? null, subject: subjectOf(user.id) }
}
