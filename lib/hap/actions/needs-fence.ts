import { applyChange, type BindingChange } from '../lifecycle/change.ts'
import { flagsBefore } from '../lifecycle/hold.ts'
import type { Binding } from '../pools/binding.ts'
import { readLabels } from '../pools/labels.ts'
import type { Action } from './action.ts'
import { isFree } from './guards.ts'

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
