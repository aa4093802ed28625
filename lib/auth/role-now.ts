import { findDemoUser } from './demo-users.ts'
import type { Role } from './roles.ts'
import type { User } from './session.ts'

/**
 * The role of a user without a current session: a demo user has its fixed role, or none when demo
 * users are disabled; any other user has the role of the last sign-in. Null means none.
 */
export function roleNow({ id, role }: Pick<User, 'id' | 'role'>, demoUsers: boolean): Role | null {
  const demo = findDemoUser(id)
  if (!demo) return role
  return demoUsers ? demo.role : null
}
