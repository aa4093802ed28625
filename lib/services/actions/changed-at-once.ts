import type { ActionPlan } from '#lib/hap/actions/plan-action.ts'
import type { Binding, BindingRef } from '#lib/hap/pools/binding.ts'
import { pooledBinding, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import type { ActionContext } from './action-context.ts'
import { resultOf } from './failures.ts'

/** The action is done, and others wait for its account: no more time than an answer usually takes. */
const WITHIN_MS = 5_000

/**
 * Reads a binding again after an action: an admission webhook may have altered what was written, and somebody who heeds no version may
 * have overwritten it. Out: a sentence about what it is instead, or that it could not be read; null when it is what was planned.
 */
export async function changedAtOnce(
  { writes, now }: Pick<ActionContext, 'writes' | 'now'>,
  ref: BindingRef,
  { after, change }: Pick<ActionPlan, 'after' | 'change'>,
): Promise<string | null> {
  try {
    const binding = await writes.read(ref, { withinMs: WITHIN_MS })
    const pooled = pooledBinding(binding)
    if (pooled === null) return 'It was changed at the same moment and has no HAP labels any more.'
    const state = stateAt(pooled, now())
    if (state !== after) return `It was changed at the same moment: it is ${state} now, not ${after}.`
    return otherLabel(binding, change)
  } catch (error) {
    const result = resultOf(error)
    if (result === null) throw error
    return `It could not be read again afterwards. ${'reason' in result ? result.reason : ''}`.trim()
  }
}

function otherLabel({ labels }: Binding, change: ActionPlan['change']): string | null {
  const other = Object.entries(change.labels).find(([key, value]) => (labels[key] ?? null) !== value)
  if (!other) return null
  const [key, value] = other
  const words = (label: string | null) => (label === null ? 'absent' : `"${label}"`)
  return `It was changed at the same moment: label ${key} is ${words(labels[key] ?? null)} now, not ${words(value)}.`
}
