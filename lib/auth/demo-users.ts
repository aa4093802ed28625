import type { Role } from './roles.ts'

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
