import { BINDING_STATES, type BindingState } from '#lib/hap/pools/state.ts'
import type { SearchField } from '#lib/search/field.ts'
import { filteredValues, toggleValue } from '#lib/search/value-filter.ts'
import type { CountsByState } from './state-counts.tsx'
import { StateGlyph } from './state-glyph.tsx'
import { TotalsLine } from './totals-line.tsx'

interface StateTotalsProps {
  /** Null while loading; the line then reserves its height. */
  readonly counts: CountsByState | null
  /** Path of the list of bindings in a state; null when no address selects them. */
  readonly hrefOf: (state: BindingState) => string | null
  /** States that the list is filtered by, shown even when empty; their links remove the filter. */
  readonly chosen?: readonly BindingState[]
  /** Reserves the height of all states, so that a filter does not move the page. */
  readonly reserved?: boolean
}

/** Counts of the occurring states, below the title of a list; each links to its rows. */
export function StateTotals({ counts, hrefOf, chosen = [], reserved = false }: StateTotalsProps) {
  const shown = BINDING_STATES.filter(state => (counts?.[state] ?? 0) > 0 || chosen.includes(state))
  const totals = shown.map(state => ({
    mark: <StateGlyph state={state} />,
    count: counts?.[state] ?? 0,
    label: state,
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
