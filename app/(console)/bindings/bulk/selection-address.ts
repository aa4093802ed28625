import { emptySelection, type SelectableRow, type SelectionState, withRows } from './selection-state.ts'

/** Rows that an address names one by one: with more it is too long to be sent to somebody. */
const MOST_NAMED = 100

/** All that match the search. */
const ALL = '*'

/** A selection as the address carries it: names, with the kind unless that is CredentialsBinding. Empty for more than it can name. */
export function selectionText({ chosen, isWhole }: Pick<SelectionState, 'chosen' | 'isWhole'>): string {
  if (chosen.size > MOST_NAMED) return isWhole ? ALL : ''
  return [...chosen.values()].map(nameInAddress).join(',')
}

/** The selection that the text of an address names among the rows that match the search. */
export function selectionOf(text: string, q: string, rows: readonly SelectableRow[]): SelectionState {
  const names = new Set(text.split(','))
  const isWhole = text === ALL
  const named = isWhole ? rows : rows.filter(row => names.has(nameInAddress(row)))
  return withRows(emptySelection(q), named, null, isWhole)
}

function nameInAddress({ kind, name }: Pick<SelectableRow, 'kind' | 'name'>): string {
  return kind === 'CredentialsBinding' ? name : `${kind}/${name}`
}
