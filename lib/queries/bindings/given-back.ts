import type { BindingState } from '#lib/hap/pools/state.ts'

/** States of an account that its tenant has given back; the label with the tenant's name stays until it is clean (seed 001). */
export const GIVEN_BACK = ['dirty', 'cleaning', 'verifying', 'quarantined'] as const satisfies readonly BindingState[]

/** The same as a term of a search. */
export const GIVEN_BACK_TERM = `state:${GIVEN_BACK.join(',')}`

export function isGivenBack(state: BindingState): boolean {
  return GIVEN_BACK.some(each => each === state)
}
