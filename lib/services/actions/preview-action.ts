import type { User } from '#lib/auth/session.ts'
import type { ActionPlan } from '#lib/hap/actions/plan-action.ts'
import { type PlanTogether, planTogether } from '#lib/hap/actions/plan-together.ts'
import { type Owner, returnedTo } from '#lib/hap/actions/previous-state.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { poolOf } from '#lib/hap/pools/pooled-binding.ts'
import type { ActionContext } from './action-context.ts'
import type { ActionOrder } from './action-order.ts'
import type { ActionResult } from './action-result.ts'
import { resultOf } from './failures.ts'
import type { PreviewContext } from './outlook.ts'
import { factsNow, mayBegin, refused } from './prepare.ts'

/** An action that could be done now, with the word of the API server on it. */
export interface ActionPreview {
  readonly status: 'planned'
  readonly now: Binding
  readonly plan: ActionPlan
  /** What is done to other bindings of the account with it. */
  readonly others: readonly { readonly binding: Binding; readonly plan: ActionPlan }[]
  /** Null when the server would accept the changes; else why not, as sentences. */
  readonly objection: string | null
}

/** What stands in for the reason as long as nobody gave one. */
const NO_REASON = 'to be said'

/** Everything an action would do, checked against the bindings as they are now and by dry runs; nothing is written or recorded. */
export async function previewAction(
  context: PreviewContext,
  user: User,
  order: ActionOrder,
  signal?: AbortSignal,
): Promise<ActionPreview | ActionResult> {
  const stopped = mayBegin(context, user, order)
  if (stopped) return stopped
  try {
    const now = await context.writes.read(order.binding)
    const asked = { ...order, reason: order.reason || NO_REASON }
    const first = await plannedBy(context, user, asked, now, null)
    const owner = 'plan' in first ? returnedTo(now, first.plan.change) : null
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
  owner: Owner | null,
): Promise<PlanTogether | ActionResult> {
  const found = await factsNow(context, user, order, now, { owner })
  if ('status' in found) return found
  const pool = poolOf(found.facts.pooled)
  const queue = pool && (await context.queueOf(poolKey(pool)))
  const reached = pool === null || context.isReached(pool)
  const planned = planTogether(order.action, { ...found.facts, queue, reached }, found.input)
  return 'reason' in planned ? refused(planned.reason, now) : planned
}

/** What a dry run of a change comes to; null when the server would accept it. */
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
