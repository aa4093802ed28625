import { LOCAL_HEADER } from '#lib/http/gate-headers.ts'
import type { Auth } from './auth.ts'
import type { Role } from './roles.ts'
import type { User } from './session.ts'

export interface DemoUser {
  readonly id: string
  readonly name: string
  readonly role: Role
  /** Description on the sign-in page. */
  readonly may: string
}

/** Users without a password. Settings decide whether the sign-in page offers them. */
export const DEMO_USERS: readonly DemoUser[] = [
  { id: 'viewer', name: 'Vera Viewer', role: 'viewer', may: 'Reads everything, changes nothing' },
  { id: 'operator', name: 'Omar Operator', role: 'operator', may: 'Releases, marks, holds and cleans accounts' },
  { id: 'admin', name: 'Ada Admin', role: 'admin', may: 'Also publishes rules and edits limits' },
]

/** The demo user of an id from the sign-in form, or null. */
export function findDemoUser(id: string | undefined): DemoUser | null {
  return DEMO_USERS.find(user => user.id === id) ?? null
}

/** Whether the sender of a request may sign in as a demo user; expects `headers` after the gate has set them. */
export function mayUseDemoUsers(
  { demoUsers, demoIsLocal }: Pick<Auth, 'demoUsers' | 'demoIsLocal'>,
  headers: Headers,
): boolean {
  return demoUsers && (!demoIsLocal || headers.get(LOCAL_HEADER) === 'yes')
}

/**
 * The role of a user without a current session: a demo user has its fixed role, or none when demo
 * users are disabled; any other user has the role of the last sign-in. Null means none.
 */
export function currentRole({ id, role }: Pick<User, 'id' | 'role'>, demoUsers: boolean): Role | null {
  const demo = findDemoUser(id)
  if (!demo) return role
  return demoUsers ? demo.role : null
}
