/** States of a binding in the order of every bar, list and total. */
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

/** States of an account that its tenant has given back; the label with the tenant's name stays until it is clean (seed 001). */
export const GIVEN_BACK = ['dirty', 'cleaning', 'verifying', 'quarantined'] as const satisfies readonly BindingState[]

export type GivenBack = (typeof GIVEN_BACK)[number]

/** Whether a state, or a text that may be one, is a state of an account that was given back. */
export function isGivenBack(state: string | undefined): state is GivenBack {
  return GIVEN_BACK.some(each => each === state)
}
