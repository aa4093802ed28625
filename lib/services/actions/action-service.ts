import type { User } from '#lib/auth/session.ts'
import { type Action, parseAction } from '#lib/hap/actions/action.ts'
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
  /** Milliseconds that many actions take at least, one after the other as a bulk job: each is a dry run and a write. */
  expectedMs(actions: number): number
}

export function createActionService(context: ActionContext, outlook: Outlook = NO_OUTLOOK): ActionService {
  const previews: PreviewContext = { ...context, ...outlook, writes: promptWrites(context.writes) }
  return {
    perform: (action, user, input, options) => verbOf(action).perform(context, user, input, options),
    preview: (action, user, input, signal) => verbOf(action).preview(previews, user, input, signal),
    expectedMs: actions => context.writes.queue.expectedMs(2 * actions, 'bulk'),
  }
}

function verbOf(asked: unknown): Verb {
  const action = parseAction(asked)
  return action === null ? noAction : VERBS[action]
}
