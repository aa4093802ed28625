import { isToken } from './api-token.ts'
import { type Role, roleRefusal } from './roles.ts'
import type { User } from './session.ts'

/**
 * Why the user's role does not suffice for `needed`, as a sentence; null when it does. For a token,
 * the sentence includes its role, because no page shows it and its holder may not know the creator.
 */
export function userRefusal(user: Pick<User, 'id' | 'role'>, needed: Role): string | null {
  const obstacle = roleRefusal(user.role, needed)
  if (obstacle === null || !isToken(user)) return obstacle
  return `${obstacle} This token has the ${user.role} role. Ask an admin for a token with the ${needed} role.`
}
