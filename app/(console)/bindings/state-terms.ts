import { BINDING_STATES, type BindingState } from '#lib/hap/pools/state.ts'
import type { SearchField } from '#lib/search/field.ts'
import { parseSearch } from '#lib/search/parse.ts'
import type { TextTerm } from '#lib/search/term.ts'
import { valueTerms } from '#lib/search/value-terms.ts'

/** The states a search narrows the list to; none while it asks for no state. */
export function chosenStates(q: string, fields: readonly SearchField[]): readonly BindingState[] {
  const wanted = stateTerms(q, fields).flatMap(({ values }) => values.map(value => value.toLowerCase()))
  return BINDING_STATES.filter(state => wanted.includes(state))
}

/** The search that leaves exactly the rows of a state beside its other terms; for the one state it asks for already, without it. */
export function toggledState(q: string, state: BindingState, fields: readonly SearchField[]): string {
  const chosen = chosenStates(q, fields)
  let rest = q
  for (const { range } of stateTerms(q, fields).toReversed())
    rest = joined(rest.slice(0, range.start), rest.slice(range.end))
  return chosen.length === 1 && chosen[0] === state ? rest : joined(rest, `state:${state}`)
}

function stateTerms(q: string, fields: readonly SearchField[]): readonly TextTerm[] {
  return valueTerms(parseSearch(q, fields).terms, 'state')
}

function joined(before: string, after: string): string {
  return [before.trim(), after.trim()].filter(part => part !== '').join(' ')
}
