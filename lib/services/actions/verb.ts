import type { z } from 'zod'
import type { User } from '#lib/auth/session.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import { isRecord } from '#lib/hap/document.ts'
import { INPUT_WORDS, inputProblems } from '#lib/input-problems.ts'
import { DraftReason } from '#lib/services/reason-input.ts'
import type { ActionContext } from './action-context.ts'
import { actionObstacle } from './action-obstacle.ts'
import { type ActionInput, type ActionOptions, orderOf, type PlainInput } from './action-order.ts'
import type { ActionResult } from './action-result.ts'
import { noteUnread } from './note-unread.ts'
import type { PreviewContext } from './outlook.ts'
import { performAction } from './perform-action.ts'
import { refused } from './prepare.ts'
import { type ActionPreview, previewAction } from './preview-action.ts'

/** One action as a service: takes what anybody sent, and answers with plain data. */
export interface Verb {
  perform(context: ActionContext, user: User, input: unknown, options: ActionOptions): Promise<ActionResult>
  /** The same without a write; the reason may be missing. */
  preview(
    context: PreviewContext,
    user: User,
    input: unknown,
    signal?: AbortSignal,
  ): Promise<ActionPreview | ActionResult>
}

/** `perform` is how it is done once the order is known to be one; it asks for the role itself, and records the whole order. */
export function verb(
  action: Action,
  schema: typeof PlainInput & z.ZodType<ActionInput>,
  perform = performAction,
): Verb {
  const loose = schema.extend({ reason: DraftReason.default('') }) as z.ZodType<ActionInput>
  return {
    async perform(context, user, input, options) {
      const obstacle = actionObstacle(user, action)
      const parsed = schema.safeParse(input, { error: INPUT_WORDS })
      if (parsed.success) return perform(context, user, orderOf(action, parsed.data), options)
      const result = unread(obstacle, parsed.error)
      const binding = schema.shape.binding.safeParse(isRecord(input) ? input.binding : undefined).data
      await noteUnread(context, user, { action, binding, result }, options)
      return result
    },
    async preview(context, user, input, signal) {
      const obstacle = actionObstacle(user, action)
      const parsed = loose.safeParse(input, { error: INPUT_WORDS })
      if (!parsed.success) return unread(obstacle, parsed.error)
      return previewAction(context, user, orderOf(action, parsed.data), signal)
    },
  }
}

/** Who lacks the role hears of that, and nothing of what they sent. */
function unread(obstacle: string | null, error: z.ZodError) {
  if (obstacle !== null) return refused(obstacle, null)
  return { status: 'invalid', problems: inputProblems(error, 'input') } as const
}
