import { applyChange, type BindingChange } from '../lifecycle/change.ts'
import type { Binding } from '../pools/binding.ts'
import { readLabels } from '../pools/labels.ts'
import type { Action } from './action.ts'
import { isFree } from './guards.ts'

/**
 * Whether an action needs an account nobody is on: claims and other actions are kept away meanwhile, and it is looked again
 * afterwards. `may`: if it makes the account free or dirty. The others give nobody an account nor let it be cleaned, and of them
 * and a claim's own write one fails by the binding's version.
 */
const NEEDS: Readonly<Record<Action, boolean | 'may'>> = {
  release: true,
  'mark-dirty': true,
  'undo-dirty': 'may',
  'confirm-clean': true,
  hold: false,
  // It gives back what was there before the hold, clusters and claims included.
  unhold: false,
  quarantine: true,
  // It is dirty before and after.
  lift: false,
  'mark-internal': false,
  'unmark-internal': 'may',
  repair: 'may',
}

/** Whether an action may need an empty account, whatever it comes to. */
export function mayNeedEmptyAccount(action: Action): boolean {
  return NEEDS[action] !== false
}

/** Whether a change of a binding, which is what an action comes to, needs an empty account. */
export function needsEmptyAccount(action: Action, binding: Binding, change: BindingChange): boolean {
  if (NEEDS[action] !== 'may') return NEEDS[action]
  const { kind } = binding
  const was = readLabels(kind, binding.labels)
  const is = readLabels(kind, applyChange(binding, change).labels)
  return (isFree(is) && !isFree(was)) || (is.dirty === 'true' && was.dirty !== 'true')
}
