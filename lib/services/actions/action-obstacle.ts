import { ROLES } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import { userObstacle } from '#lib/auth/user-obstacle.ts'
import { ACTION_WORDS, ACTIONS, parseAction } from '#lib/hap/actions/action.ts'

/** Who does not have it can do nothing to a binding. */
const LEAST = ROLES.find(role => ACTIONS.some(action => ACTION_WORDS[action].role === role)) ?? 'admin'

/** Why somebody lacks the role for what they ask for, as a sentence; of what is no action: the role for any. Null when they may. */
export function actionObstacle(user: Pick<User, 'id' | 'role'>, asked: unknown): string | null {
  const action = parseAction(asked)
  return userObstacle(user, action === null ? LEAST : ACTION_WORDS[action].role)
}
