import { setTimeout as sleep } from 'node:timers/promises'
import type { WriteOrder } from '#lib/garden/writes/binding-writes.ts'
import type { ActionPlan } from '#lib/hap/actions/plan-action.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import type { ActionContext } from './action-context.ts'
import type { ActionResult, Done } from './action-result.ts'
import { changedAtOnce } from './changed-at-once.ts'
import { collision } from './collision.ts'
import { resultOf } from './failures.ts'
import type { Trail } from './trail.ts'

/** An action answers this long after its write, even if the check of the shoots still runs. */
const ANSWER_WITHIN_MS = 250

/** An action that has been written. */
interface Written {
  readonly write: WriteOrder
  readonly plan: ActionPlan
  /** The binding as it was written. */
  readonly now: Binding
  /** Number of the open intent in the audit log. */
  readonly intent: bigint
  /** Whether the account has to be empty after the write too. */
  readonly needsEmpty: boolean
  /** Keeps the fence of the account until the promise settles. */
  keepFence(until: Promise<unknown>): void
}

/** What the check of the shoots found: a collision, a sentence where it could not be made, or null. */
type Found = Extract<ActionResult, { readonly status: 'collided' }> | string | null

/**
 * Checks an action after its write, and records its outcome: whether the binding is as it was written, and whether a cluster arrived
 * at the same moment. Listing the shoots of a large landscape takes seconds; where the caller takes the result later, the action
 * answers before, the intent stays open, and claims stay away from the account until the check has ended.
 */
export async function checkAfterWrite(context: ActionContext, trail: Trail, written: Written): Promise<ActionResult> {
  const { write, plan, now, intent, needsEmpty } = written
  const check = needsEmpty ? findCollision(context, written) : Promise.resolve(null)
  const isEarly = needsEmpty && trail.options.onSettled !== undefined
  const late = isEarly ? sleep(ANSWER_WITHIN_MS, LATE, { ref: false }) : check
  const [found, changed] = await Promise.all([Promise.race([check, late]), changedAtOnce(context, write.binding, plan)])
  const done = (...notes: readonly (string | null)[]): Done => {
    const note = notes.filter(each => each !== null).join(' ')
    const { before, after } = plan
    return { status: 'done', before, after, now, note: note === '' ? null : note, checking: found === LATE }
  }
  const noteState = () => context.noteState(now, { action: trail.order.action, actor: trail.user.name, intent })
  if (found !== LATE) {
    const result = found === null || typeof found === 'string' ? done(found, changed) : found
    await trail.came(intent, result)
    if (result.status === 'done') noteState()
    return result
  }
  noteState()
  const settled = settle(trail, intent, check, found => ({ ...done(found, changed), checking: false }))
  written.keepFence(settled)
  void settled.then(result => trail.options.onSettled?.(result))
  return done(changed)
}

const LATE = Symbol('late')

/** Ends an action that has answered. An intent whose check failed stays open: see recheckWrite. */
async function settle(
  trail: Trail,
  intent: bigint,
  check: Promise<Found>,
  done: (unverified: string | null) => Done,
): Promise<ActionResult> {
  try {
    const found = await check
    const result = found === null || typeof found === 'string' ? done(found) : found
    if (typeof found !== 'string') await trail.came(intent, result)
    return result
  } catch {
    await trail.lost(intent)
    return { status: 'unknown', reason: 'The console failed while checking the shoots. The outcome is being checked.' }
  }
}

async function findCollision(context: ActionContext, { write, plan, now }: Written): Promise<Found> {
  try {
    return await collision(context, write, plan, now)
  } catch (error) {
    const result = resultOf(error)
    if (result === null) throw error
    return `${UNVERIFIED} ${'reason' in result ? result.reason : ''}`.trim()
  }
}

/** Said of a write after which the shoots could not be read. */
export const UNVERIFIED = 'It could not be verified that no cluster arrived at the same moment.'
