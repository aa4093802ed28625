import type { ActionPlan } from '#lib/hap/actions/plan-action.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { pooledBinding, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import type { ActionContext } from './action-context.ts'
import { resultOf } from './failures.ts'

/**
 * Reads a binding again after an action: an admission webhook may have altered what was written, and somebody who heeds no version may
 * have overwritten it. Out: a sentence about what it is instead, or that it could not be read; null when it is what was planned.
 */
export async function changedAtOnce(
  { writes, now }: Pick<ActionContext, 'writes' | 'now'>,
  binding: BindingRef,
  { after }: Pick<ActionPlan, 'after'>,
): Promise<string | null> {
  try {
    const pooled = pooledBinding(await writes.read(binding))
    if (pooled === null) return 'It was changed at the same moment and has no HAP labels any more.'
    const state = stateAt(pooled, now())
    return state === after ? null : `It was changed at the same moment: it is ${state} now, not ${after}.`
  } catch (error) {
    const result = resultOf(error)
    if (result === null) throw error
    return `It could not be read again afterwards. ${'reason' in result ? result.reason : ''}`.trim()
  }
}
