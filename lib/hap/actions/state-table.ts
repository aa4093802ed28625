import type { BindingState } from '../pools/state.ts'
import type { Action } from './action.ts'

/** Whether a state allows an action: true, or why not, as a sentence. */
type Row = Readonly<Record<BindingState, true | string>>

const DELETED = 'It is being deleted.'
const MALFORMED = 'Its labels are malformed. Repair them first.'
const ON_HOLD = 'It is on hold. End the hold first.'
export const SHARED_QUARANTINE = 'KEB assigns shared accounts even in quarantine. Hold it instead.'
export const NOT_HELD = 'It is not on hold.'
const INTERNAL = 'It is an internal account. Unmark it first.'
const WAITS = 'It already waits to be cleaned.'
const CLEANING = 'It is being cleaned. Wait until cleaning ends.'

/** The same answer for every state that is not named. */
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

/** The one table of what each state allows. Clusters and other bindings may forbid more: see GUARDS. */
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
  // A hold may be noted on a binding that is dirty all the same, when somebody else wrote its labels.
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

/** How much somebody may delete what is in an account: 1 = KEB's cleanup job, which knows no quarantine; 2 = every cleaner. */
const EXPOSURE: Partial<Readonly<Record<BindingState, number>>> = {
  quarantined: 1,
  dirty: 2,
  cleaning: 2,
  verifying: 2,
}

/** What makes a change of state dangerous, as a sentence; null when it can be taken back and nothing is at stake. */
export function dangerOf(before: BindingState, after: BindingState): string | null {
  if ((EXPOSURE[after] ?? 0) > (EXPOSURE[before] ?? 0)) return 'The contents of the account may be deleted.'
  // A free account on hold was free before.
  if (after === 'free' && before !== 'free' && before !== 'held') return 'Another global account may get the account.'
  return null
}

/** Actions that are dangerous in no state: they expose nothing, and give nothing away. */
const HARMLESS: ReadonlySet<Action> = new Set(['mark-internal'])

/** Whether an action is dangerous in some state; in which, its plan says. `until`: the end that is said with it; a hold without one takes accounts out of reach alone. */
export function mayBeDangerous(action: Action, until: unknown = null): boolean {
  if (action === 'hold') return until !== null && until !== undefined
  return !HARMLESS.has(action)
}

/** What somebody is told who wants to do alone what needs two. */
export const NEEDS_APPROVAL = 'This is dangerous, so a second person has to approve it: propose it in the console.'
