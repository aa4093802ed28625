import { applyChange, type BindingChange } from '../lifecycle/change.ts'
import { isCleanedAside } from '../lifecycle/cleaning.ts'
import { flagsBefore } from '../lifecycle/hold.ts'
import { restoredReason } from '../lifecycle/identity.ts'
import type { Binding } from '../pools/binding.ts'
import { readLabels } from '../pools/labels.ts'
import { isHeld, type PooledBinding, stateAt } from '../pools/pooled-binding.ts'
import type { BindingState } from '../pools/state.ts'
import { ACTIONS, type Action } from './action.ts'
import { type ActionFacts, stateOf } from './facts.ts'
import { cleanedAtAll, GUARDS, isFree, siblingsAside, unused } from './guards.ts'
import { repairOf } from './repair.ts'
import { ACTION_TABLE } from './state-table.ts'

export type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly reason: string }

const ALLOWED: Verdict = { allowed: true }

/** Whether an action may be done to a binding now, or why not. What it needs from a person is not asked yet. */
export function judge(action: Action, facts: ActionFacts): Verdict {
  const byState = ACTION_TABLE[action][stateOf(facts)]
  if (byState !== true) return refuse(byState)
  const { name, doubt } = facts.pooled.binding
  if (doubt !== undefined && !NARROWING_ACTIONS.has(action)) return refuse(restoredReason(name))
  for (const guard of GUARDS[action]) {
    const reason = guard(facts)
    if (reason !== null) return refuse(reason)
  }
  const repair = action === 'repair' ? repairOf(facts, {}) : null
  return repair && 'reason' in repair ? refuse(repair.reason) : ALLOWED
}

/** Actions whose change only restricts the use of a binding; planAction compares the change itself. */
const NARROWING_ACTIONS: ReadonlySet<Action> = new Set(['release', 'mark-dirty', 'hold', 'quarantine', 'mark-internal'])

/** Every action with its verdict, in the order of menus. */
export function judgeAll(facts: ActionFacts): readonly { readonly action: Action; readonly verdict: Verdict }[] {
  return ACTIONS.map(action => ({ action, verdict: judge(action, facts) }))
}

function refuse(reason: string): Verdict {
  return { allowed: false, reason }
}

/**
 * What an action needs of the account beside its binding. `empty`: nobody is on it, claims and other actions are kept away
 * meanwhile, and it is looked again afterwards. `may`: that, if it makes the account free or dirty; else only other actions are kept
 * away, since what they do to other bindings of the account no version of this one tells, and clusters and claims stay. The others
 * neither bring a binding into use nor make it dirty, and of them and a claim's own write one fails by the binding's version.
 */
const NEEDS: Readonly<Record<Action, 'empty' | 'may' | 'nothing'>> = {
  release: 'empty',
  'mark-dirty': 'empty',
  'undo-dirty': 'may',
  // It is dirty before and after, and a cleaner looks by itself who is on it.
  'start-cleaning': 'nothing',
  'confirm-clean': 'empty',
  hold: 'nothing',
  unhold: 'may',
  quarantine: 'empty',
  // It is dirty before and after.
  lift: 'nothing',
  'mark-internal': 'nothing',
  'unmark-internal': 'may',
  repair: 'may',
}

/** Whether an action is done under a fence of the account, unless claims are open on it. */
export function needsFence(action: Action): boolean {
  return NEEDS[action] !== 'nothing'
}

/** Whether an action needs an empty account whatever it comes to. */
export function alwaysNeedsEmpty(action: Action): boolean {
  return NEEDS[action] === 'empty'
}

/** Whether a change of a binding, which is what an action comes to, needs an empty account; `isUsed`: clusters are on it as the action is allowed. */
export function needsEmptyAccount(action: Action, binding: Binding, change: BindingChange, isUsed: boolean): boolean {
  if (NEEDS[action] !== 'may') return NEEDS[action] === 'empty'
  const { kind } = binding
  const was = readLabels(kind, binding.labels)
  const is = readLabels(kind, applyChange(binding, change).labels)
  // A hold gives back a dirty account with whatever is on it.
  const wasDirty = was.dirty === 'true' || (action === 'unhold' && flagsBefore(binding).has('dirty'))
  // And a free one with the clusters it had before: then there is no empty account to protect.
  const wasInUse = action === 'unhold' && isUsed
  return (isFree(is) && !isFree(was) && !wasInUse) || (is.dirty === 'true' && !wasDirty)
}

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
