import type { BindingState } from '../pools/state.ts'
import type { Action } from './action.ts'

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
