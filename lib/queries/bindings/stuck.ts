import type { BindingState } from '#lib/hap/pools/state.ts'

const HOUR = 3_600_000

/** After how long a state that should pass by itself is worth a look, in milliseconds. An account in quarantine waits for a person from the start. */
const PATIENCE: Partial<Readonly<Record<BindingState, number>>> = {
  dirty: 24 * HOUR,
  cleaning: 12 * HOUR,
  verifying: 24 * HOUR,
  quarantined: 0,
  terminating: 24 * HOUR,
}

/** Whether a binding stays too long in a state that should pass. One whose start nobody noted is not known to. */
export function isStuck({ state, since }: { state: BindingState; since: string | null }, at: number): boolean {
  const patience = PATIENCE[state]
  return patience !== undefined && since !== null && at - Date.parse(since) > patience
}
