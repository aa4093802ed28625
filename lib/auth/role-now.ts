import { findDemoUser } from './demo-users.ts'
import type { Role } from './roles.ts'
import type { User } from './session.ts'

/**
 * The role of somebody who is not here to be asked: of a demo user the one the console gives now, which is none where these are not
 * offered; of anybody else the one they were last signed in with. Null = none.
 */
export function roleNow({ id, role }: Pick<User, 'id' | 'role'>, demoUsers: boolean): Role | null {
  const demo = findDemoUser(id)
  if (!demo) return role
  return demoUsers ? demo.role : null
}
