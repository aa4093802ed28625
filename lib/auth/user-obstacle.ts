import { isToken } from './bearer.ts'
import { type Role, roleObstacle } from './roles.ts'
import type { User } from './session.ts'

/**
 * Why somebody may not do what needs `needed`, as a sentence; null when they may. No page tells a token its role, and whoever uses one may
 * know neither that nor who made it.
 */
export function userObstacle(user: Pick<User, 'id' | 'role'>, needed: Role): string | null {
  const obstacle = roleObstacle(user.role, needed)
  if (obstacle === null || !isToken(user)) return obstacle
  return `${obstacle} This token has the role ${user.role}. Ask an admin for a token of the role ${needed}.`
}
