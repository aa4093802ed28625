import type { User } from '#lib/auth/session.ts'
import type { ActionPlan } from '#lib/hap/actions/plan-action.ts'
import { planTogether } from '#lib/hap/actions/plan-together.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import type { ActionContext } from './action-context.ts'
import type { ActionOrder } from './action-order.ts'
import type { ActionResult } from './action-result.ts'
import { resultOf } from './failures.ts'
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
  context: ActionContext,
  user: User,
  order: ActionOrder,
  signal?: AbortSignal,
): Promise<ActionPreview | ActionResult> {
  const stopped = mayBegin(context, user, order)
  if (stopped) return stopped
  try {
    const now = await context.writes.read(order.binding)
    const found = await factsNow(context, user, { ...order, reason: order.reason || NO_REASON }, now)
    if ('status' in found) return found
    const planned = planTogether(order.action, found.facts, found.input)
    if ('reason' in planned) return refused(planned.reason, now)
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
