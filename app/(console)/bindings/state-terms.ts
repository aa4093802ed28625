import { BINDING_STATES, type BindingState } from '#lib/hap/pools/state.ts'
import type { SearchField } from '#lib/search/field.ts'
import { chosenValues, toggledValue } from '#lib/search/toggle-value.ts'

/** The states a search narrows the list to; none while it asks for no state. */
export function chosenStates(q: string, fields: readonly SearchField[]): readonly BindingState[] {
  const wanted = chosenValues(q, 'state', fields)
  return BINDING_STATES.filter(state => wanted.includes(state))
}

/** The search that leaves exactly the rows of a state beside its other terms; for the one state it asks for already, without it. */
export function toggledState(q: string, state: BindingState, fields: readonly SearchField[]): string {
  return toggledValue(q, 'state', state, fields)
}
