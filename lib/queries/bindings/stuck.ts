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

/** After how long beyond its end a hold that is still there is worth a look; until then the console tries again. */
const HOLD_PATIENCE = HOUR / 6

interface StuckFacts {
  readonly state: BindingState
  /** RFC 3339; one whose start nobody noted is not known to be stuck. */
  readonly since: string | null
  /** Milliseconds since 1970; null = until somebody ends it. */
  readonly holdEnd: number | null
}

/** Whether a binding stays too long in a state that should pass. */
export function isStuck({ state, since, holdEnd }: StuckFacts, at: number): boolean {
  if (state === 'held') return holdEnd !== null && at - holdEnd > HOLD_PATIENCE
  const patience = PATIENCE[state]
  return patience !== undefined && since !== null && at - Date.parse(since) > patience
}
