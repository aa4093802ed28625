import { mayActAs } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'

/** Both, as whoever acts: what is recorded and noted on the binding names them, and what either may not do is not done. */
export function bothOf(proposer: User, approver: User): User {
  const role = mayActAs(proposer.role, approver.role) ? approver.role : proposer.role
  return { id: proposer.id, name: `${proposer.name}, approved by ${approver.name}`, role }
}
