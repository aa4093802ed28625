import { BINDING_STATES, type BindingState } from '#lib/hap/pools/state.ts'
import type { SearchField } from '#lib/search/field.ts'
import { chosenValues, toggledValue } from '#lib/search/toggle-value.ts'

/** States that a search selects; empty when it does not mention a state. */
export function selectedStates(q: string, fields: readonly SearchField[]): readonly BindingState[] {
  const wanted = chosenValues(q, 'state', fields)
  return BINDING_STATES.filter(state => wanted.includes(state))
}

/** Adds or replaces the state in a search, and removes it when it is already the only one. */
export function toggleState(q: string, state: BindingState, fields: readonly SearchField[]): string {
  return toggledValue(q, 'state', state, fields)
}
