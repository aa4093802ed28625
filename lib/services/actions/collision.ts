import type { WriteOrder } from '#lib/garden/writes/binding-writes.ts'
import type { ActionPlan } from '#lib/hap/actions/plan-action.ts'
import { inUse } from '#lib/hap/lifecycle/account-clusters.ts'
import { reverted } from '#lib/hap/lifecycle/change.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { pooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import type { ActionContext } from './action-context.ts'
import type { ActionResult } from './action-result.ts'
import { resultOf } from './failures.ts'
import { freshFacts } from './fresh-facts.ts'
import { takeBackId } from './taken-back.ts'

/**
 * Looks once more for clusters after a change that needs an empty account. KEB gives a binding to its tenant again without
 * writing it, so that no version tells of it: then the change is taken back. Out: null when nobody came.
 */
export async function collision(
  context: ActionContext,
  { binding: before, id }: Pick<WriteOrder, 'binding' | 'id'>,
  { change }: Pick<ActionPlan, 'change'>,
  after: Binding,
): Promise<Extract<ActionResult, { readonly status: 'collided' }> | null> {
  // What began before the write misses clusters that came between both.
  const since = context.shoots.moment()
  // By the tenant it had: whoever came by that name is not found by the name it has now.
  const pooled = pooledBinding(before)
  const { clusters } = pooled === null ? { clusters: [] } : await freshFacts(context, pooled, { every: { since } })
  if (clusters.length === 0) return null
  const came = `${inUse(clusters)} It came at the same moment`
  try {
    const back = {
      binding: after,
      change: reverted(before, change, after),
      priority: 'claim' as const,
      id: takeBackId(id),
    }
    const now = await context.writes.write(back)
    return { status: 'collided', reason: `${came}, so the change was taken back.`, now }
  } catch (error) {
    const result = resultOf(error)
    const why = result && 'reason' in result ? result.reason : 'The reason is not known.'
    return { status: 'collided', reason: `${came}, and the change could not be taken back. ${why}`, now: after }
  }
}
