import type { ListFile } from '../lists/define-list.ts'
import type { Exported, ExportRequest } from '../lists/export-list.ts'
import {
  findItems,
  findWithoutFields,
  type ListRequest,
  type ListShape,
  type ListWindow,
  selectItems,
  sliceWindow,
} from '../lists/list-window.ts'
import { formatRows, resolveColumns } from '../lists/rows-file.ts'
import { splitIntoParts } from '../time-slices.ts'
import {
  getKindState,
  incompleteReason,
  type KindState,
  type OperatorKind,
  type OperatorObjects,
} from './operator-objects.ts'

/** A part of a list of custom resources. */
export interface KindWindow<Row> extends ListWindow<Row> {
  readonly kind: KindState
  /** Number of resources in each state, for the search without its state terms. */
  readonly states: Readonly<Record<string, number>>
  /** Why an export would be incomplete, a sentence; null when it is complete. */
  readonly incomplete: string | null
}

/** Input of a list of custom resources. */
interface KindListing<Item, Row extends object = object> {
  /** Null without a control plane. */
  readonly objects: OperatorObjects | null
  readonly kind: OperatorKind
  readonly items: readonly Item[]
  readonly list: ListShape<Item> & ListFile<Item> & { toRow(item: Item): Row }
}

interface InState {
  readonly summary: { readonly state: string }
}

/** Lists a part of the custom resources of a kind. */
export function listKind<Item extends InState, Row extends object>(
  { objects, kind, items, list }: KindListing<Item, Row>,
  request: ListRequest,
): KindWindow<Row> {
  const { found, of, errors } = findItems(items, request.q, list)
  const state = getKindState(objects, kind)
  return {
    rows: sliceWindow(found, request, list).map(list.toRow),
    offset: request.offset,
    hits: found.length,
    of,
    errors,
    unread: [],
    kind: state,
    states: countStates(findWithoutFields(['state'], { q: request.q, all: items, found }, list)),
    incomplete: incompleteReason(state),
  }
}

function countStates(items: readonly InState[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const { summary } of items) counts.set(summary.state, (counts.get(summary.state) ?? 0) + 1)
  return Object.fromEntries(counts)
}

/** Exports custom resources of a kind; refuses until all of them are read. */
export function exportKind<Item extends object>(
  { objects, kind, items, list }: KindListing<Item>,
  { cols, format, ...search }: ExportRequest,
): Exported {
  const { found, errors } = selectItems(items, search, list)
  const [error] = errors
  if (error) return { refused: error.message }
  const chosen = resolveColumns(cols, list.shows)
  if ('refused' in chosen) return chosen
  const reason = incompleteReason(getKindState(objects, kind))
  if (reason !== null) return { refused: reason, later: true }
  return { parts: formatRows(splitIntoParts(found), { format, columns: list.columns, toJson: list.toRow, ...chosen }) }
}
