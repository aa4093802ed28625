import type { User } from '#lib/auth/session.ts'
import { type Action, parseAction } from '#lib/hap/actions/action.ts'
import { needsFence } from '#lib/hap/actions/judge.ts'
import type { ActionContext } from './action-context.ts'
import type { ActionOptions } from './action-order.ts'
import type { ActionResult } from './action-result.ts'
import { noAction } from './no-action.ts'
import { NO_OUTLOOK, type Outlook, type PreviewContext } from './outlook.ts'
import type { ActionPreview } from './preview-action.ts'
import { promptWrites } from './prompt-writes.ts'
import type { Verb } from './verb.ts'
import { confirmClean } from './verbs/confirm-clean.ts'
import { hold } from './verbs/hold.ts'
import { lift } from './verbs/lift.ts'
import { markDirty } from './verbs/mark-dirty.ts'
import { markInternal } from './verbs/mark-internal.ts'
import { quarantine } from './verbs/quarantine.ts'
import { release } from './verbs/release.ts'
import { repair } from './verbs/repair.ts'
import { startCleaning } from './verbs/start-cleaning.ts'
import { undoDirty } from './verbs/undo-dirty.ts'
import { unhold } from './verbs/unhold.ts'
import { unmarkInternal } from './verbs/unmark-internal.ts'

const VERBS: Readonly<Record<Action, Verb>> = {
  release,
  'mark-dirty': markDirty,
  'undo-dirty': undoDirty,
  'start-cleaning': startCleaning,
  'confirm-clean': confirmClean,
  hold,
  unhold,
  quarantine,
  lift,
  'mark-internal': markInternal,
  'unmark-internal': unmarkInternal,
  repair,
}

/** What people do to bindings by hand; which action, and to what, is as anybody sent it. */
export interface ActionService {
  perform(action: unknown, user: User, input: unknown, options: ActionOptions): Promise<ActionResult>
  preview(action: unknown, user: User, input: unknown, signal?: AbortSignal): Promise<ActionPreview | ActionResult>
  /** Milliseconds that a bulk job of so many actions takes at least, by what was measured of writes and of reads of all shoots. */
  expectedMs(actions: number, action: Action): number
}

/** The actions of one process. */
interface ProcessActions extends ActionService {
  /** Resolves when every action that has answered is checked. */
  settled(): Promise<void>
}

export function createActionService(context: ActionContext, outlook: Outlook = NO_OUTLOOK): ProcessActions {
  const previews: PreviewContext = { ...context, ...outlook, writes: promptWrites(context.writes) }
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
      // A dry run and a write each. Before and after it all shoots are read, which two targets at a time share.
      const writesMs = context.writes.queue.expectedMs(2 * actions, 'bulk')
      return needsFence(action) ? Math.max(writesMs, Math.round(actions * context.shoots.meanMs)) : writesMs
    },
    settled: async () => void (await Promise.all(open)),
  }
}

function verbOf(asked: unknown): Verb {
  const action = parseAction(asked)
  return action === null ? noAction : VERBS[action]
}
