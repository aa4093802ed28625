import type { User } from '#lib/auth/session.ts'
import type { ActionPlan } from '#lib/hap/actions/plan-action.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import type { ActionContext } from './action-context.ts'
import type { ActionOrder } from './action-order.ts'
import type { ActionResult } from './action-result.ts'
import { resultOf } from './failures.ts'
import { mayBegin, planNow } from './prepare.ts'

/** An action that could be done now, with the word of the API server on it. */
export interface ActionPreview {
  readonly status: 'planned'
  readonly now: Binding
  readonly plan: ActionPlan
  /** Null when the server would accept the change; else why not, as sentences. */
  readonly objection: string | null
}

/** What stands in for the reason as long as nobody gave one. */
const NO_REASON = 'to be said'

/** Everything an action would do, checked against the binding as it is now and by a dry run; nothing is written or recorded. */
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
    const planned = await planNow(context, user, { ...order, reason: order.reason || NO_REASON }, now)
    if ('status' in planned) return planned
    const { plan } = planned
    const refusal = await context.writes
      .preview({ binding: now, change: plan.change, priority: 'action', ...(signal && { signal }) })
      .then(
        () => null,
        (error: unknown) => error,
      )
    const result = refusal === null ? null : resultOf(refusal, signal)
    if (refusal !== null && result === null) throw refusal
    if (result?.status === 'changed') return result
    return { status: 'planned', now, plan, objection: result && 'reason' in result ? result.reason : null }
  } catch (error) {
    const result = resultOf(error, signal)
    if (result === null) throw error
    return result
  }
}
