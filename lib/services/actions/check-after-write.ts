import { setTimeout as sleep } from 'node:timers/promises'
import type { WriteOrder } from '#lib/garden/writes/binding-writes.ts'
import { landingOf, type WriteTrace } from '#lib/garden/writes/write-trace.ts'
import type { ActionPlan } from '#lib/hap/actions/plan-action.ts'
import { inUseMessage } from '#lib/hap/lifecycle/account-clusters.ts'
import { revertChange } from '#lib/hap/lifecycle/change.ts'
import type { Binding, BindingRef } from '#lib/hap/pools/binding.ts'
import { pooledBinding, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import type { ActionContext } from './action-context.ts'
import { type ActionResult, type Done, resultOf } from './action-result.ts'
import type { Trail } from './action-trail.ts'
import { readFacts } from './fresh-facts.ts'

/** Longest time from the write to the result of an action while the check of the shoots still runs. */
const ANSWER_WITHIN_MS = 250

/** An action after its write. */
interface Written {
  readonly write: WriteOrder
  readonly plan: ActionPlan
  /** The binding as written. */
  readonly now: Binding
  /** Number of the open intent in the audit log. */
  readonly intent: bigint
  /** Whether the account must be empty after the write too. */
  readonly needsEmpty: boolean
  /** Holds the fence of the account until the promise settles. */
  keepFence(until: Promise<unknown>): void
}

/** The result of the check: a collision, a sentence if the check failed, or null. */
type Found = Extract<ActionResult, { readonly status: 'collided' }> | string | null

/**
 * Checks an action after its write and records its outcome: whether the binding is as written, and
 * whether a cluster arrived at the same moment. Listing the shoots of a large landscape takes
 * seconds. If the caller passes `onSettled`, the action returns earlier: the intent stays open, and
 * the fence keeps claims away from the account until the check has ended.
 */
export async function checkAfterWrite(context: ActionContext, trail: Trail, written: Written): Promise<ActionResult> {
  const { write, plan, now, intent, needsEmpty } = written
  const check = needsEmpty ? findCollision(context, written) : Promise.resolve(null)
  const isEarly = needsEmpty && trail.options.onSettled !== undefined
  const late = isEarly ? answerTime(context) : check
  const [found, changed] = await Promise.all([Promise.race([check, late]), verifyWritten(context, write.binding, plan)])
  const done = (...notes: readonly (string | null)[]): Done => {
    const note = notes.filter(each => each !== null).join(' ')
    const { before, after } = plan
    return { status: 'done', before, after, now, note: note === '' ? null : note, checking: found === LATE }
  }
  const noteState = () =>
    context.noteState({ before: write.binding, now }, { action: trail.order.action, actor: trail.user.name, intent })
  if (found !== LATE) {
    const result = found === null || typeof found === 'string' ? done(found, changed) : found
    await trail.recordOutcome(intent, result)
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

/** Resolves when the action has to return without the check; immediately if checks take longer on average. */
function answerTime({ shoots }: ActionContext): Promise<typeof LATE> {
  return shoots.meanMs > ANSWER_WITHIN_MS ? Promise.resolve(LATE) : sleep(ANSWER_WITHIN_MS, LATE, { ref: false })
}

/**
 * Settles an action that has returned. If the check fails the intent stays open: see recheckWrite.
 */
async function settle(
  trail: Trail,
  intent: bigint,
  check: Promise<Found>,
  done: (unverified: string | null) => Done,
): Promise<ActionResult> {
  try {
    const found = await check
    const result = found === null || typeof found === 'string' ? done(found) : found
    if (typeof found !== 'string') await trail.recordOutcome(intent, result)
    return result
  } catch {
    await trail.recordLost(intent)
    return { status: 'unknown', reason: 'The console failed while checking the shoots. The outcome is being checked.' }
  }
}

async function findCollision(context: ActionContext, { write, plan, now }: Written): Promise<Found> {
  try {
    return await revertOnCollision(context, write, plan, now)
  } catch (error) {
    const result = resultOf(error)
    if (result === null) throw error
    return `${UNVERIFIED} ${'reason' in result ? result.reason : ''}`.trim()
  }
}

/** The note of a write after which the shoots could not be read. */
export const UNVERIFIED = 'The console could not verify that no cluster was created on the account at the same time.'

/**
 * Reads the clusters again after a change that needs an empty account, and reverts the change if
 * one arrived. KEB reuses a binding of its tenant without writing it, so no resourceVersion shows
 * that. Returns null if there is no cluster.
 */
export async function revertOnCollision(
  context: ActionContext,
  { binding: before, id }: Pick<WriteOrder, 'binding' | 'id'>,
  { change }: Pick<ActionPlan, 'change'>,
  after: Binding,
): Promise<Extract<ActionResult, { readonly status: 'collided' }> | null> {
  // A read that began before the write would miss clusters that arrived in between.
  const since = context.shoots.moment()
  // Clusters refer to the tenant that the binding had before the change.
  const pooled = pooledBinding(before)
  const { clusters } = pooled === null ? { clusters: [] } : await readFacts(context, pooled, { every: { since } })
  if (clusters.length === 0) return null
  const came = `${inUseMessage(clusters)} The console found this right after its write`
  try {
    const back = {
      binding: after,
      change: revertChange(before, change, after),
      priority: 'claim' as const,
      id: revertId(id),
    }
    const now = await context.writes.write(back)
    return { status: 'collided', reason: `${came}, so the change was reverted.`, now }
  } catch (error) {
    const result = resultOf(error)
    const why = result && 'reason' in result ? result.reason : 'The reason is not known.'
    return { status: 'collided', reason: `${came}, and the change could not be reverted. ${why}`, now: after }
  }
}

/** Other changes wait for the account: the read gets no more time than an answer usually takes. */
const WITHIN_MS = 5_000

/**
 * Reads a binding after its write: an admission webhook may have altered it, and a client that
 * ignores resourceVersions may have overwritten it. Returns a sentence if the binding differs from
 * the plan or cannot be read, else null.
 */
export async function verifyWritten(
  { writes, now }: Pick<ActionContext, 'writes' | 'now'>,
  ref: BindingRef,
  { after, change }: Pick<ActionPlan, 'after' | 'change'>,
): Promise<string | null> {
  try {
    const binding = await writes.read(ref, { withinMs: WITHIN_MS })
    const pooled = pooledBinding(binding)
    if (pooled === null) return 'The binding was changed at the same time and no longer has HAP labels.'
    const state = stateAt(pooled, now())
    if (state !== after) return `The binding was changed at the same time: it is ${state} now, not ${after}.`
    return otherLabel(binding, change)
  } catch (error) {
    const result = resultOf(error)
    if (result === null) throw error
    return `The binding could not be read after the change. ${'reason' in result ? result.reason : ''}`.trim()
  }
}

function otherLabel({ labels }: Binding, change: ActionPlan['change']): string | null {
  const other = Object.entries(change.labels).find(([key, value]) => (labels[key] ?? null) !== value)
  if (!other) return null
  const [key, value] = other
  const valueText = (label: string | null) => (label === null ? 'absent' : `"${label}"`)
  return `The binding was changed at the same time: label ${key} is ${valueText(labels[key] ?? null)} now, not ${valueText(value)}.`
}

/** Id of the write that reverts another one, so that the binding's annotations show both. */
function revertId(id: string): string {
  return `${id}.back`
}

/** Whether the binding shows that a write landed and was reverted. */
export function isReverted(write: WriteTrace, now: Binding | null): boolean {
  return landingOf({ ...write, id: revertId(write.id) }, now) === 'landed'
}

/** The recorded reason of a reverted write. */
export const REVERTED =
  'A cluster was found on the account right after the write, so the change was reverted, as the binding shows.'
