import type { TableSource } from '#components/data-table/table-source.ts'
import { MAX_JOB_TARGETS } from '#lib/hap/actions/job.ts'
import type { SelectedBinding } from '#lib/queries/bindings/bulk-offers.ts'

/** A row that can be chosen. */
export interface SelectableRow extends SelectedBinding {
  readonly key: string
}

/** Where a range begins. */
export interface Anchor {
  readonly index: number
  readonly key: string
}

export interface SelectionState {
  /** Another search means other rows: nobody acts on what is out of sight. */
  readonly q: string
  /** By the keys of rows. */
  readonly chosen: ReadonlyMap<string, SelectedBinding>
  readonly anchor: Anchor | null
  /** Whether all that match were chosen at once, and none was taken out. */
  readonly isWhole: boolean
}

/** Nothing is chosen of what a search leaves. */
export function emptySelection(q: string): SelectionState {
  return { q, chosen: new Map(), anchor: null, isWhole: false }
}

/** The state for a search; empty when it was of another one. */
export function ofSearch(state: SelectionState, q: string): SelectionState {
  return state.q === q ? state : emptySelection(q)
}

/** The same with more rows, up to as many as one job takes. */
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

/** The same without a row, from which the next range begins. */
export function withoutRow({ q, chosen }: SelectionState, anchor: Anchor): SelectionState {
  const rest = new Map(chosen)
  rest.delete(anchor.key)
  return { q, chosen: rest, anchor, isWhole: false }
}

/** The rows from one to another; null when some are not loaded, or the list has moved since the range was begun. */
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
