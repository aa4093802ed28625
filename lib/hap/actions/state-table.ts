import type { BindingState } from '../pools/state.ts'
import type { Action } from './action.ts'

/** By state: true when the action is allowed, otherwise the reason as a sentence. */
type Row = Readonly<Record<BindingState, true | string>>

const DELETED = 'It is being deleted.'
const MALFORMED = 'Its labels are malformed. Repair them first.'
const ON_HOLD = 'It is on hold. End the hold first.'
export const SHARED_QUARANTINE = 'KEB assigns shared accounts even in quarantine. Hold it instead.'
export const NOT_HELD = 'It is not on hold.'
const INTERNAL = 'It is an internal account. Unmark it first.'
const WAITS = 'It already waits to be cleaned.'
const CLEANING = 'It is being cleaned. Wait until cleaning ends.'

/** Builds a row with one answer for all states that `named` omits. */
function row(otherwise: string, named: Partial<Row>): Row {
  return {
    claimed: otherwise,
    shared: otherwise,
    internal: otherwise,
    held: otherwise,
    dirty: otherwise,
    cleaning: otherwise,
    verifying: otherwise,
    quarantined: otherwise,
    terminating: DELETED,
    malformed: MALFORMED,
    free: otherwise,
    ...named,
  }
}

/** Actions by state. GUARDS may forbid more, since they see clusters and other bindings. */
export const ACTION_TABLE: Readonly<Record<Action, Row>> = {
  release: row(WAITS, {
    claimed: true,
    free: 'No global account owns it.',
    shared: 'A shared account belongs to no global account and is never released.',
    internal: INTERNAL,
    held: ON_HOLD,
  }),
  'mark-dirty': row('It is already dirty.', {
    claimed: true,
    free: true,
    shared: 'KEB assigns shared accounts even when they are dirty. Hold it instead.',
    internal: INTERNAL,
    held: ON_HOLD,
  }),
  'undo-dirty': row('It is not dirty.', {
    dirty: true,
    held: ON_HOLD,
    cleaning: 'Cleaning has begun, and what it deletes cannot be restored.',
    verifying: 'It was cleaned, and what was deleted cannot be restored.',
    quarantined: 'It is in quarantine. Lift that first.',
  }),
  'start-cleaning': row('It was not released.', {
    dirty: true,
    cleaning: true,
    verifying: true,
    quarantined: true,
    held: ON_HOLD,
    free: 'It is already free.',
  }),
  'confirm-clean': row('It was not released.', {
    dirty: true,
    verifying: true,
    quarantined: true,
    cleaning: CLEANING,
    held: ON_HOLD,
    free: 'It is already free.',
  }),
  hold: row('', {
    claimed: true,
    shared: true,
    internal: true,
    held: true,
    dirty: true,
    quarantined: true,
    free: true,
    cleaning: CLEANING,
    verifying: CLEANING,
  }),
  // KEB's jobs may overwrite the labels of a held binding, which leaves a dirty binding with a
  // recorded hold.
  unhold: row(NOT_HELD, { held: true, dirty: true, cleaning: true, verifying: true, quarantined: true }),
  quarantine: row('', {
    claimed: true,
    dirty: true,
    cleaning: true,
    verifying: true,
    free: true,
    quarantined: 'It is already in quarantine.',
    shared: SHARED_QUARANTINE,
    internal: INTERNAL,
    held: 'It is on hold, so nobody can get it.',
  }),
  lift: row('It is not in quarantine.', { quarantined: true }),
  'mark-internal': row('It has to be cleaned first.', {
    claimed: true,
    shared: true,
    free: true,
    internal: 'It is already an internal account.',
    held: ON_HOLD,
  }),
  'unmark-internal': row('It is not an internal account.', { internal: true, held: ON_HOLD }),
  repair: row('Its labels are valid.', { malformed: true }),
}

/**
 * Who may delete the contents of an account: 1 = KEB's cleanup job, which ignores quarantine; 2 =
 * every cleaner; absent = none. A larger number is more dangerous.
 */
const EXPOSURE: Partial<Readonly<Record<BindingState, number>>> = {
  quarantined: 1,
  dirty: 2,
  cleaning: 2,
  verifying: 2,
}

/**
 * Returns what makes a change of state dangerous, as a sentence; null when it is harmless or can be
 * undone.
 */
export function dangerOf(before: BindingState, after: BindingState): string | null {
  if ((EXPOSURE[after] ?? 0) > (EXPOSURE[before] ?? 0)) return 'The contents of the account may be deleted.'
  // A free account on hold was free before the hold.
  if (after === 'free' && before !== 'free' && before !== 'held') return 'Another global account may get the account.'
  return null
}

/** Actions that are dangerous in no state. */
const HARMLESS: ReadonlySet<Action> = new Set(['mark-internal'])

/**
 * Whether an action is dangerous in some state; planAction decides for a given one. A hold without
 * an end is harmless, since it only takes accounts out of use.
 */
export function mayBeDangerous(action: Action, until: unknown = null): boolean {
  if (action === 'hold') return until !== null && until !== undefined
  return !HARMLESS.has(action)
}
