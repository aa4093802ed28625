import { BINDING_STATES, type BindingState } from '#lib/hap/pools/state.ts'
import type { SearchField } from '#lib/search/field.ts'
import { filteredValues, toggleValue } from '#lib/search/value-filter.ts'
import type { CountsByState } from './state-counts.tsx'
import { StateGlyph } from './state-glyph.tsx'
import { TotalsLine } from './totals-line.tsx'

interface StateTotalsProps {
  /** Null while they are read: the line has its height already. */
  readonly counts: CountsByState | null
  /** Where the bindings of a state are listed; null where no address can name them. */
  readonly hrefOf: (state: BindingState) => string | null
  /** States the list is narrowed to, shown even when nothing is in them; their links take that back. */
  readonly chosen?: readonly BindingState[]
  /** Takes the height of all states, so that a search that leaves out some moves nothing. */
  readonly reserved?: boolean
}

/** Number and word of every state that occurs, under the title of a list; each links to its rows. */
export function StateTotals({ counts, hrefOf, chosen = [], reserved = false }: StateTotalsProps) {
  const shown = BINDING_STATES.filter(state => (counts?.[state] ?? 0) > 0 || chosen.includes(state))
  const totals = shown.map(state => ({
    mark: <StateGlyph state={state} />,
    count: counts?.[state] ?? 0,
    words: state,
    href: hrefOf(state),
    chosen: chosen.includes(state),
  }))
  return <TotalsLine label="Accounts by state" totals={counts && totals} reserved={reserved} />
}

/** States that a search selects; empty when it does not mention a state. */
export function selectedStates(q: string, fields: readonly SearchField[]): readonly BindingState[] {
  const wanted = filteredValues(q, 'state', fields)
  return BINDING_STATES.filter(state => wanted.includes(state))
}

/** Adds or replaces the state in a search, and removes it when it is already the only one. */
export function toggleState(q: string, state: BindingState, fields: readonly SearchField[]): string {
  return toggleValue(q, 'state', state, fields)
}
