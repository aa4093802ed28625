import type { BindingState } from '#lib/hap/pools/state.ts'

interface StateName {
  readonly label: string
  /** What it means, in a few words. */
  readonly meaning: string
}

/** Words for the states of a binding, the same everywhere. */
export const STATE_NAMES: Record<BindingState, StateName> = {
  claimed: { label: 'Claimed', meaning: 'belongs to one global account' },
  shared: { label: 'Shared', meaning: 'used by many global accounts' },
  internal: { label: 'Internal', meaning: 'never selected' },
  held: { label: 'Held', meaning: 'on hold by a person' },
  dirty: { label: 'Dirty', meaning: 'waiting to be cleaned' },
  cleaning: { label: 'Cleaning', meaning: 'being cleaned' },
  verifying: { label: 'Verifying', meaning: 'evidence is being collected' },
  quarantined: { label: 'Quarantined', meaning: 'left to a person, not cleaned' },
  terminating: { label: 'Terminating', meaning: 'deletionTimestamp is set' },
  malformed: { label: 'Malformed', meaning: 'a label is missing or illegal' },
  free: { label: 'Free', meaning: 'not owned, can be claimed' },
}
