import type { User } from '#lib/auth/session.ts'
import { userIdentityOf } from '#lib/auth/user-identity.ts'
import type { Actor } from '#lib/store/audit/entry.ts'

/** The actor of the audit records of a user. */
export function actorOf(user: User): Actor {
  return { name: user.name, role: user.role, identity: userIdentityOf(user) }
}
