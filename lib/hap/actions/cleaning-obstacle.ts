import { isCleanedAside } from '../lifecycle/cleaned-aside.ts'
import { restoredReason } from '../lifecycle/identity.ts'
import { isHeld, type PooledBinding, stateAt } from '../pools/pooled-binding.ts'
import type { BindingState } from '../pools/state.ts'
import { type ActionFacts, stateOf } from './facts.ts'
import { cleanedAtAll, siblingsAside, unused } from './guards.ts'

/** States in which a cleaner may touch an account. */
const CLEANABLE = ['dirty', 'cleaning', 'verifying'] as const satisfies readonly BindingState[]

export type CleanableState = (typeof CLEANABLE)[number]

export function isCleanable(state: BindingState): state is CleanableState {
  return CLEANABLE.some(each => each === state)
}

/**
 * Why no cleaner may touch an account now, as sentences; null when it may. Stricter than KEB's cleanup job, which looks at shoots
 * that name the binding and at nothing else.
 */
export function cleaningObstacle(facts: ActionFacts, protectedNames: ReadonlySet<string>): string | null {
  if (!isCleanable(stateOf(facts))) return `It is ${stateOf(facts)}.`
  return accountObstacle(facts, protectedNames)
}

/** The same beside the state of the binding. */
export function accountObstacle(facts: ActionFacts, protectedNames: ReadonlySet<string>): string | null {
  const { pooled, at } = facts
  const { binding, labels } = pooled
  if (protectedNames.has(binding.name) || protectedNames.has(binding.account.name)) return 'It is protected.'
  if (binding.doubt !== undefined) return restoredReason(binding.name)
  const ever = cleanedAtAll(facts)
  if (ever !== null) return ever
  if (labels.internal !== null) return 'An internal account is never cleaned.'
  if (isHeld(pooled, at)) return 'A hold is recorded.'
  return (
    unused(facts) ?? siblingsAside(facts) ?? facts.siblings.map(each => siblingObstacle(each, at)).find(notNull) ?? null
  )
}

/** Somebody wants the account to stay as it is by way of another binding. */
function siblingObstacle(sibling: PooledBinding, at: number): string | null {
  const state = stateAt(sibling, at)
  if ((isCleanable(state) && !isHeld(sibling, at)) || isCleanedAside(sibling)) return null
  return `${sibling.binding.name} refers to the same account and is ${isHeld(sibling, at) ? 'held' : state}.`
}

const notNull = (reason: string | null) => reason !== null
