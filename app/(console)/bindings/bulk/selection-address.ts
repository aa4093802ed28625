import { emptySelection, type SelectableRow, type SelectionState, withRows } from './selection-state.ts'

/** Maximum number of rows that an address names one by one. More would make the link too long. */
const MOST_NAMED = 100

/** Selects all rows that match the search. */
const ALL = '*'

/**
 * Formats a selection for the address: names, with the kind unless that is CredentialsBinding.
 * Empty when it has more than the address can name.
 */
export function selectionText({ chosen, isWhole }: Pick<SelectionState, 'chosen' | 'isWhole'>): string {
  if (chosen.size > MOST_NAMED) return isWhole ? ALL : ''
  return [...chosen.values()].map(nameInAddress).join(',')
}

/** Parses the selection of an address. Rows that do not match the search are ignored. */
export function selectionOf(text: string, q: string, rows: readonly SelectableRow[]): SelectionState {
  const names = new Set(text.split(','))
  const isWhole = text === ALL
  const named = isWhole ? rows : rows.filter(row => names.has(nameInAddress(row)))
  return withRows(emptySelection(q), named, null, isWhole)
}

function nameInAddress({ kind, name }: Pick<SelectableRow, 'kind' | 'name'>): string {
  return kind === 'CredentialsBinding' ? name : `${kind}/${name}`
}
