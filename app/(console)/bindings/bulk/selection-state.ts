import type { TableSource } from '#components/data-table/table-source.ts'
import { MAX_JOB_TARGETS } from '#lib/hap/actions/job.ts'
import type { SelectedBinding } from '#lib/queries/bindings/bulk-offers.ts'

/** A selectable row. */
export interface SelectableRow extends SelectedBinding {
  readonly key: string
}

/** Start of a range selection. */
export interface Anchor {
  readonly index: number
  readonly key: string
}

export interface SelectionState {
  /**
   * The search of the selection. Another search clears it, so that no action affects hidden rows.
   */
  readonly q: string
  /** Keyed by row. */
  readonly chosen: ReadonlyMap<string, SelectedBinding>
  readonly anchor: Anchor | null
  /** Whether all matching rows were selected at once and none was removed. */
  readonly isWhole: boolean
}

export function emptySelection(q: string): SelectionState {
  return { q, chosen: new Map(), anchor: null, isWhole: false }
}

/** The state for a search; empty when it belongs to another one. */
export function ofSearch(state: SelectionState, q: string): SelectionState {
  return state.q === q ? state : emptySelection(q)
}

/** Adds rows, up to the maximum of one job. */
export function withRows(
  { q, chosen }: SelectionState,
  rows: Iterable<SelectableRow>,
  anchor: Anchor | null,
  isWhole = false,
): SelectionState {
  const all = new Map(chosen)
  for (const { key, kind, name } of rows) if (all.size < MAX_JOB_TARGETS) all.set(key, { kind, name })
  return { q, chosen: all, anchor, isWhole }
}

/** Removes a row, which becomes the anchor of the next range. */
export function withoutRow({ q, chosen }: SelectionState, anchor: Anchor): SelectionState {
  const rest = new Map(chosen)
  rest.delete(anchor.key)
  return { q, chosen: rest, anchor, isWhole: false }
}

/**
 * Rows from an anchor to an index; null when some are not loaded, or the list moved since the range
 * began.
 */
export function rowsBetween<Row extends SelectableRow>(
  source: TableSource<Row>,
  from: Anchor,
  to: number,
): Row[] | null {
  if (from.index >= source.count || source.at(from.index).key !== from.key) return null
  const [first, last] = to < from.index ? [to, from.index] : [from.index, to]
  const rows: Row[] = []
  for (let index = first; index <= last; index++) {
    const item = source.at(index)
    if (item.kind !== 'row') return null
    rows.push(item.row)
  }
  return rows
}

/** Maximum number of rows that an address names one by one. More would make the link too long. */
const MAX_NAMED = 100

/** Selects all rows that match the search. */
const ALL = '*'

/**
 * Formats a selection for the address: names, with the kind unless that is CredentialsBinding.
 * Empty when it has more than the address can name.
 */
export function formatSelection({ chosen, isWhole }: Pick<SelectionState, 'chosen' | 'isWhole'>): string {
  if (chosen.size > MAX_NAMED) return isWhole ? ALL : ''
  return [...chosen.values()].map(nameInAddress).join(',')
}

/** Parses the selection of an address. Rows that do not match the search are ignored. */
export function parseSelection(text: string, q: string, rows: readonly SelectableRow[]): SelectionState {
  const names = new Set(text.split(','))
  const isWhole = text === ALL
  const named = isWhole ? rows : rows.filter(row => names.has(nameInAddress(row)))
  return withRows(emptySelection(q), named, null, isWhole)
}

function nameInAddress({ kind, name }: Pick<SelectableRow, 'kind' | 'name'>): string {
  return kind === 'CredentialsBinding' ? name : `${kind}/${name}`
}
