/** States of a binding in the order of every bar, list and total (visual language: States). */
export const BINDING_STATES = [
  'claimed',
  'shared',
  'internal',
  'held',
  'dirty',
  'cleaning',
  'verifying',
  'quarantined',
  'terminating',
  'malformed',
  'free',
] as const

export type BindingState = (typeof BINDING_STATES)[number]
