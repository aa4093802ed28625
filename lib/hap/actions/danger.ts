import type { BindingState } from '../pools/state.ts'

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
