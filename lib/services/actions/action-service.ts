import type { z } from 'zod'
import type { User } from '#lib/auth/session.ts'
import { ACTIONS, type Action, parseAction } from '#lib/hap/actions/action.ts'
import { needsFence } from '#lib/hap/actions/judge.ts'
import { isRecord } from '#lib/hap/document.ts'
import { formatInputProblems, INPUT_MESSAGES } from '#lib/input-problems.ts'
import { DraftReason } from '#lib/services/reason-input.ts'
import { type ActionContext, NO_OUTLOOK, type Outlook, type PreviewContext } from './action-context.ts'
import {
  type ActionInput,
  type ActionOptions,
  actionRefusal,
  HoldInput,
  orderOf,
  PlainInput,
  RepairInput,
  TogetherInput,
} from './action-order.ts'
import type { ActionResult } from './action-result.ts'
import { recordUnread } from './action-trail.ts'
import { performAction } from './perform-action.ts'
import { performTogether } from './perform-together.ts'
import { refused } from './plan-fresh.ts'
import { type ActionPreview, limitWaiting, previewAction } from './preview-action.ts'

/** The actions on bindings, one verb each. */
export const ACTION_VERBS: Readonly<Record<Action, Verb>> = {
  release: verb('release', PlainInput),
  'mark-dirty': verb('mark-dirty', PlainInput),
  'undo-dirty': verb('undo-dirty', TogetherInput, performTogether),
  'start-cleaning': verb('start-cleaning', PlainInput),
  'confirm-clean': verb('confirm-clean', TogetherInput, performTogether),
  hold: verb('hold', HoldInput),
  unhold: verb('unhold', PlainInput),
  quarantine: verb('quarantine', PlainInput),
  lift: verb('lift', PlainInput),
  'mark-internal': verb('mark-internal', PlainInput),
  'unmark-internal': verb('unmark-internal', PlainInput),
  repair: verb('repair', RepairInput),
}

/** Actions that users do on bindings. `action` and `input` are untrusted and validated here. */
export interface ActionService {
  perform(action: unknown, user: User, input: unknown, options: ActionOptions): Promise<ActionResult>
  preview(action: unknown, user: User, input: unknown, signal?: AbortSignal): Promise<ActionPreview | ActionResult>
  /**
   * Estimated minimum duration of a bulk job in milliseconds, from measured writes and reads of all
   * shoots.
   */
  expectedMs(actions: number, action: Action): number
}

/** The action service of one process. */
interface ProcessActions extends ActionService {
  /** Resolves when the checks of all answered actions have ended. */
  settled(): Promise<void>
}

export function createActionService(context: ActionContext, outlook: Outlook = NO_OUTLOOK): ProcessActions {
  const previews: PreviewContext = { ...context, ...outlook, writes: limitWaiting(context.writes) }
  const open = new Set<Promise<void>>()
  return {
    async perform(action, user, input, options) {
      const { onSettled } = options
      const perform = verbOf(action).perform
      if (onSettled === undefined) return perform(context, user, input, options)
      const { promise, resolve } = Promise.withResolvers<void>()
      const settled = (result: ActionResult) => {
        resolve()
        onSettled(result)
      }
      const result = await perform(context, user, input, { ...options, onSettled: settled })
      if (result.status === 'done' && result.checking) {
        open.add(promise)
        void promise.then(() => open.delete(promise))
      }
      return result
    },
    preview: (action, user, input, signal) => verbOf(action).preview(previews, user, input, signal),
    expectedMs(actions, action) {
      // Each action takes a dry run and a write. Reads of all shoots before and after are shared by
      // two targets.
      const writesMs = context.writes.queue.expectedMs(2 * actions, 'bulk')
      return needsFence(action) ? Math.max(writesMs, Math.round(actions * context.shoots.meanMs)) : writesMs
    },
    settled: async () => void (await Promise.all(open)),
  }
}

function verbOf(asked: unknown): Verb {
  const action = parseAction(asked)
  return action === null ? noAction : ACTION_VERBS[action]
}

/** One action as a service: validates untrusted input, authorises, and returns plain data. */
interface Verb {
  perform(context: ActionContext, user: User, input: unknown, options: ActionOptions): Promise<ActionResult>
  /** The same without a write. The reason may be missing. */
  preview(
    context: PreviewContext,
    user: User,
    input: unknown,
    signal?: AbortSignal,
  ): Promise<ActionPreview | ActionResult>
}

/**
 * Builds the verb of an action. `perform` receives a valid order; it authorises the user and
 * records the whole order.
 */
function verb(action: Action, schema: typeof PlainInput & z.ZodType<ActionInput>, perform = performAction): Verb {
  const loose = schema.extend({ reason: DraftReason.default('') }) as z.ZodType<ActionInput>
  return {
    async perform(context, user, input, options) {
      const obstacle = actionRefusal(user, action)
      const parsed = schema.safeParse(input, { error: INPUT_MESSAGES })
      if (parsed.success) return perform(context, user, orderOf(action, parsed.data), options)
      const result = unread(obstacle, parsed.error)
      const binding = schema.shape.binding.safeParse(isRecord(input) ? input.binding : undefined).data
      await recordUnread(context, user, { action, binding, result }, options)
      return result
    },
    async preview(context, user, input, signal) {
      const obstacle = actionRefusal(user, action)
      const parsed = loose.safeParse(input, { error: INPUT_MESSAGES })
      if (!parsed.success) return unread(obstacle, parsed.error)
      return previewAction(context, user, orderOf(action, parsed.data), signal)
    },
  }
}

/** A user without the role learns only that, and no problems of the input. */
function unread(obstacle: string | null, error: z.ZodError) {
  if (obstacle !== null) return refused(obstacle, null)
  return { status: 'invalid', problems: formatInputProblems(error, 'input') } as const
}

const problems = [`action: must be one of ${ACTIONS.join(', ')}`]

/** The verb for an unknown action: it refuses, and records the attempt like any other. */
const noAction: Verb = {
  async perform(context, user, _, options) {
    const result = answerTo(user)
    await recordUnread(context, user, { action: 'unknown action', binding: undefined, result }, options)
    return result
  },
  preview: async (_, user) => answerTo(user),
}

function answerTo(user: User) {
  const obstacle = actionRefusal(user, null)
  return obstacle === null ? ({ status: 'invalid', problems } as const) : refused(obstacle, null)
}
