import type { User } from '#lib/auth/session.ts'
import type { BindingWrites } from '#lib/garden/writes/binding-writes.ts'
import type { PoolQueue } from '#lib/hap/actions/facts.ts'
import type { ActionPlan } from '#lib/hap/actions/plan-action.ts'
import { type PlanTogether, planTogether } from '#lib/hap/actions/plan-together.ts'
import { type PreviousOwner, returnedOwner } from '#lib/hap/actions/previous-state.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { poolOf } from '#lib/hap/pools/pooled-binding.ts'
import { waitsOn } from '#lib/services/claims/wait-reason.ts'
import { listQueueHeads, type QueueHead } from '#lib/store/claims/queues.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { ActionContext, PreviewContext } from './action-context.ts'
import type { ActionOrder } from './action-order.ts'
import { type ActionResult, resultOf } from './action-result.ts'
import { findStartRefusal, readOrderFacts, refused } from './plan-fresh.ts'

/** An action that could be done now, and the result of its dry run. */
export interface ActionPreview {
  readonly status: 'planned'
  readonly now: Binding
  readonly plan: ActionPlan
  /** Other bindings of the account that the action changes too. */
  readonly others: readonly { readonly binding: Binding; readonly plan: ActionPlan }[]
  /** Why the server would reject the changes, as sentences; null if it accepts them. */
  readonly objection: string | null
}

/** Placeholder while the user has entered no reason. */
const NO_REASON = 'to be said'

/** Computes what an action would do, from fresh reads and dry runs. Writes and records nothing. */
export async function previewAction(
  context: PreviewContext,
  user: User,
  order: ActionOrder,
  signal?: AbortSignal,
): Promise<ActionPreview | ActionResult> {
  const stopped = findStartRefusal(context, user, order)
  if (stopped) return stopped
  try {
    const now = await context.writes.read(order.binding)
    const asked = { ...order, reason: order.reason || NO_REASON }
    const first = await plannedBy(context, user, asked, now, null)
    const owner = 'plan' in first ? returnedOwner(now, first.plan.change) : null
    const planned = owner === null ? first : await plannedBy(context, user, asked, now, owner)
    if ('status' in planned) return planned
    const { plan, others } = planned
    for (const { binding, plan: each } of [...others, { binding: now, plan }]) {
      const result = await refusalOf(context, binding, each, signal)
      if (result?.status === 'changed') return result
      if (result) return { status: 'planned', now, plan, others, objection: 'reason' in result ? result.reason : null }
    }
    return { status: 'planned', now, plan, others, objection: null }
  } catch (error) {
    const result = resultOf(error, signal)
    if (result === null) throw error
    return result
  }
}

async function plannedBy(
  context: PreviewContext,
  user: User,
  order: ActionOrder,
  now: Binding,
  owner: PreviousOwner | null,
): Promise<PlanTogether | ActionResult> {
  const found = await readOrderFacts(context, user, order, now, { owner })
  if ('status' in found) return found
  const pool = poolOf(found.facts.pooled)
  const queue = pool && (await context.queueOf(poolKey(pool)))
  const reached = pool === null || context.isReached(pool)
  const planned = planTogether(order.action, { ...found.facts, queue, reached }, found.input)
  return 'reason' in planned ? refused(planned.reason, now) : planned
}

/** The result of a rejected dry run; null if the server accepts the change. */
async function refusalOf(
  { writes }: ActionContext,
  binding: Binding,
  { change }: ActionPlan,
  signal?: AbortSignal,
): Promise<ActionResult | null> {
  try {
    await writes.preview({ binding, change, priority: 'action', ...(signal && { signal }) })
    return null
  } catch (error) {
    const result = resultOf(error, signal)
    if (result === null) throw error
    return result
  }
}

/** Limit for retries: most transient failures end within it. */
const RETRY_MS = 3_000

/** Limit for one attempt of a read. */
const READ_MS = 4_000

/**
 * Limit for one attempt of a dry run, which Gardener may queue for more than 10 s behind writes.
 */
const DRY_RUN_MS = 15_000

/**
 * Wraps the writes for a user who waits at a page: an outage is reported soon, and the user can
 * retry.
 */
export function limitWaiting(writes: BindingWrites): BindingWrites {
  return {
    ...writes,
    read: (ref, options) => writes.read(ref, { withinMs: READ_MS, againMs: RETRY_MS, ...options }),
    preview: order => writes.preview({ withinMs: RETRY_MS, attemptMs: DRY_RUN_MS, ...order }),
  }
}

/** Returns the queues of pools by their keys, without empty ones. Throws StoreError. */
export async function listPoolQueues(db: Db, pools: readonly string[]): Promise<readonly PoolQueue[]> {
  if (pools.length === 0) return []
  return (await listQueueHeads(db, pools)).map(head => ({
    pool: head.poolKey,
    claims: head.claims,
    first: head.tenant,
    aside: asideOf(head),
  }))
}

/** The message of a claim that had an account and lost it starts with this; the reason follows. */
const WAITS_ON = waitsOn('').trimEnd()

function asideOf({ isTried, message }: Pick<QueueHead, 'isTried' | 'message'>): string | null {
  if (isTried) return 'another account is being claimed for it.'
  if (!message?.startsWith(WAITS_ON)) return null
  return `its last attempt failed. ${message.slice(WAITS_ON.length).trim()}`
}
