import type { User } from '#lib/auth/session.ts'
import { ACTIONS } from '#lib/hap/actions/action.ts'
import { actionObstacle } from './action-obstacle.ts'
import { noteUnread } from './note-unread.ts'
import { refused } from './prepare.ts'
import type { Verb } from './verb.ts'

const problems = [`action: must be one of ${ACTIONS.join(', ')}`]

/** What stands for an action there is not: it is refused, and the attempt is recorded as that of any other. */
export const noAction: Verb = {
  async perform(context, user, _, options) {
    const result = answerTo(user)
    await noteUnread(context, user, { action: 'unknown action', binding: undefined, result }, options)
    return result
  },
  preview: async (_, user) => answerTo(user),
}

function answerTo(user: User) {
  const obstacle = actionObstacle(user, null)
  return obstacle === null ? ({ status: 'invalid', problems } as const) : refused(obstacle, null)
}
