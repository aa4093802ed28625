import type { BindingState } from '../pools/state.ts'
import type { Action } from './action.ts'

/** By state: true when the action is allowed, otherwise the reason as a sentence. */
type Row = Readonly<Record<BindingState, true | string>>

const DELETED = 'Being deleted.'
const MALFORMED = 'Repair its labels first.'
const ON_HOLD = 'On hold. End the hold first.'
export const SHARED_QUARANTINE = 'KEB assigns shared accounts even in quarantine. Hold it instead.'
export const NOT_HELD = 'Not on hold.'
const INTERNAL = 'Internal account. Unmark it as internal first.'
const WAITS = 'Already waiting for cleanup.'
const CLEANING = 'Being cleaned. Wait until cleaning ends.'

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
    free: 'Not claimed by a global account.',
    shared: 'A shared account has no owner and is never released.',
    internal: INTERNAL,
    held: ON_HOLD,
  }),
  'mark-dirty': row('Already dirty.', {
    claimed: true,
    free: true,
    shared: 'KEB assigns shared accounts even when they are dirty. Hold it instead.',
    internal: INTERNAL,
    held: ON_HOLD,
  }),
  'undo-dirty': row('Not dirty.', {
    dirty: true,
    held: ON_HOLD,
    cleaning: 'Cleaning has started, and deleted resources cannot be restored.',
    verifying: 'Already cleaned; deleted resources cannot be restored.',
    quarantined: 'Quarantined. Lift the quarantine first.',
  }),
  'start-cleaning': row('Not released.', {
    dirty: true,
    cleaning: true,
    verifying: true,
    quarantined: true,
    held: ON_HOLD,
    free: 'Already free.',
  }),
  'confirm-clean': row('Not released.', {
    dirty: true,
    verifying: true,
    quarantined: true,
    cleaning: CLEANING,
    held: ON_HOLD,
    free: 'Already free.',
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
    quarantined: 'Already quarantined.',
    shared: SHARED_QUARANTINE,
    internal: INTERNAL,
    held: 'On hold, so it cannot be assigned anyway.',
  }),
  lift: row('Not quarantined.', { quarantined: true }),
  'mark-internal': row('Must be cleaned first.', {
    claimed: true,
    shared: true,
    free: true,
    internal: 'Already an internal account.',
    held: ON_HOLD,
  }),
  'unmark-internal': row('Not an internal account.', { internal: true, held: ON_HOLD }),
  repair: row('Labels are valid.', { malformed: true }),
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
  if (after === 'free' && before !== 'free' && before !== 'held')
    return 'The account can be assigned to another global account.'
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
