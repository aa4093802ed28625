import { applyChange, type BindingChange } from '../lifecycle/change.ts'
import { isCleanOnHold } from '../lifecycle/cleaning.ts'
import { flagsBefore } from '../lifecycle/hold.ts'
import { restoredReason } from '../lifecycle/identity.ts'
import type { Binding } from '../pools/binding.ts'
import { readLabels } from '../pools/labels.ts'
import { isHeld, type PooledBinding, stateAt } from '../pools/pooled-binding.ts'
import type { BindingState } from '../pools/state.ts'
import { ACTIONS, type Action } from './action.ts'
import { ACTION_TABLE } from './action-table.ts'
import { type ActionFacts, stateOf } from './facts.ts'
import { GUARDS, isFree, requireCleanable, requireSiblingsAside, requireUnused } from './guards.ts'
import { repairOf } from './repair.ts'

export type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly reason: string }

const ALLOWED: Verdict = { allowed: true }

/** Decides whether an action is allowed on a binding now, before any input of a person is known. */
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

/**
 * Actions whose change only restricts the use of a binding; planAction checks the change itself.
 */
const NARROWING_ACTIONS: ReadonlySet<Action> = new Set(['release', 'mark-dirty', 'hold', 'quarantine', 'mark-internal'])

/** Judges every action, in the order of menus. */
export function judgeAll(facts: ActionFacts): readonly { readonly action: Action; readonly verdict: Verdict }[] {
  return ACTIONS.map(action => ({ action, verdict: judge(action, facts) }))
}

function refuse(reason: string): Verdict {
  return { allowed: false, reason }
}

/**
 * What an action requires of the account beside its binding. `empty`: no clusters; a fence keeps
 * claims and other actions away, and the shoots are read once more after the write. `may`: the same
 * if the change makes the account free or dirty; otherwise the fence keeps only other actions away,
 * because the resourceVersion of this binding does not detect their changes to other bindings of
 * the account. `nothing`: the change neither brings a binding into use nor makes it dirty, and the
 * resourceVersion detects a concurrent claim.
 */
const NEEDS: Readonly<Record<Action, 'empty' | 'may' | 'nothing'>> = {
  release: 'empty',
  'mark-dirty': 'empty',
  'undo-dirty': 'may',
  // The binding stays dirty, and the cleaner checks for clusters itself.
  'start-cleaning': 'nothing',
  'confirm-clean': 'empty',
  hold: 'nothing',
  unhold: 'may',
  quarantine: 'empty',
  // The binding stays dirty.
  lift: 'nothing',
  'mark-internal': 'nothing',
  'unmark-internal': 'may',
  repair: 'may',
}

/** Whether an action runs under a fence of the account when no claim of it is open. */
export function needsFence(action: Action): boolean {
  return NEEDS[action] !== 'nothing'
}

/** Whether an action always needs an empty account. */
export function alwaysNeedsEmpty(action: Action): boolean {
  return NEEDS[action] === 'empty'
}

/**
 * Whether a change needs an empty account; `isUsed`: clusters use the account and the action is
 * allowed all the same.
 */
export function needsEmptyAccount(action: Action, binding: Binding, change: BindingChange, isUsed: boolean): boolean {
  if (NEEDS[action] !== 'may') return NEEDS[action] === 'empty'
  const { kind } = binding
  const was = readLabels(kind, binding.labels)
  const is = readLabels(kind, applyChange(binding, change).labels)
  // Ending a hold restores a dirty account together with its clusters.
  const wasDirty = was.dirty === 'true' || (action === 'unhold' && flagsBefore(binding).has('dirty'))
  // Ending a hold also restores a free account together with earlier clusters: nothing to protect.
  const wasInUse = action === 'unhold' && isUsed
  return (isFree(is) && !isFree(was) && !wasInUse) || (is.dirty === 'true' && !wasDirty)
}

/** States in which a cleaner may change an account. */
const CLEANABLE = ['dirty', 'cleaning', 'verifying'] as const satisfies readonly BindingState[]

export type CleanableState = (typeof CLEANABLE)[number]

export function isCleanable(state: BindingState): state is CleanableState {
  return CLEANABLE.some(each => each === state)
}

/**
 * Returns why no cleaner may change an account now, as sentences; null when it may. Stricter than
 * KEB's cleanup job, which only looks for shoots that name the binding.
 */
export function cleaningRefusal(facts: ActionFacts, protectedNames: ReadonlySet<string>): string | null {
  if (!isCleanable(stateOf(facts))) return `It is ${stateOf(facts)}.`
  return accountCleaningRefusal(facts, protectedNames)
}

/** The same without the state of the binding. */
export function accountCleaningRefusal(facts: ActionFacts, protectedNames: ReadonlySet<string>): string | null {
  const { pooled, at } = facts
  const { binding, labels } = pooled
  if (protectedNames.has(binding.name) || protectedNames.has(binding.account.name)) return 'It is protected.'
  if (binding.doubt !== undefined) return restoredReason(binding.name)
  const ever = requireCleanable(facts)
  if (ever !== null) return ever
  if (labels.internal !== null) return 'An internal account is never cleaned.'
  if (isHeld(pooled, at)) return 'A hold is recorded.'
  return (
    requireUnused(facts) ??
    requireSiblingsAside(facts) ??
    facts.siblings.map(each => siblingCleaningRefusal(each, at)).find(notNull) ??
    null
  )
}

/** Another binding in a state that cleaning does not end keeps the account unchanged. */
function siblingCleaningRefusal(sibling: PooledBinding, at: number): string | null {
  const state = stateAt(sibling, at)
  if ((isCleanable(state) && !isHeld(sibling, at)) || isCleanOnHold(sibling)) return null
  return `${sibling.binding.name} refers to the same account and is ${isHeld(sibling, at) ? 'held' : state}.`
}

const notNull = (reason: string | null) => reason !== null
