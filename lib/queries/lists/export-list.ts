import { incompleteListReason } from '#lib/hap/csv.ts'
import type { SearchError } from '#lib/search/term.ts'
import { areShootsRead, type Listed, listUnread } from '../health.ts'
import type { QueryContext } from '../query-context.ts'
import { splitIntoParts } from '../time-slices.ts'
import type { CountSource, ListFile } from './define-list.ts'
import type { ListRequest } from './list-window.ts'
import { type ExportFormat, formatRows, resolveColumns } from './rows-file.ts'

/** Request for a file with the complete result of a search. */
export interface ExportRequest extends Pick<ListRequest, 'q' | 'sort'> {
  /** Columns of the list, `name,state`; empty for all fields of its rows. */
  readonly cols: string
  readonly format: ExportFormat
}

/** A file in parts, or a refusal as a sentence; `later`: the same request may succeed later. */
export type Exported =
  | { readonly parts: AsyncGenerator<string> }
  | { readonly refused: string; readonly later?: boolean }

interface Found<Item> {
  readonly found: readonly Item[]
  readonly errors: readonly SearchError[]
}

interface Export<Item extends object> {
  readonly context: Pick<QueryContext, 'inventory'>
  readonly request: ExportRequest
  /** Kind of objects in the rows. */
  readonly rows: Listed
  /** Null when the database does not answer. */
  readonly known: object | null
  readonly list: ListFile<Item>
}

/** Exports the hits of a list in their order; refuses while the list is incomplete. */
export function exportList<Item extends object>({ found, errors }: Found<Item>, options: Export<Item>): Exported {
  const { context, known, request, rows, list } = options
  const [error] = errors
  if (error) return { refused: error.message }
  const chosen = resolveColumns(request.cols, list.shows)
  if ('refused' in chosen) return chosen
  const reason = incompleteListReason({
    rows,
    unread: listUnread(context),
    database: rows !== 'shoots' || known !== null,
  })
  if (reason !== null) return { refused: reason, later: true }
  const { columns, toRow } = selectKnownCells(options)
  return { parts: formatRows(splitIntoParts(found), { format: request.format, columns, toJson: toRow, ...chosen }) }
}

function selectKnownCells<Item extends object>({
  context,
  known,
  list,
}: Export<Item>): Pick<ListFile<Item>, 'columns' | 'toRow'> {
  const unknown = new Set<CountSource>()
  if (!areShootsRead(context)) unknown.add('shoots')
  if (known === null) unknown.add('claims')
  return unknown.size === 0 ? list : blankFields(list, item => list.countedFrom(item, unknown))
}

/** Clears properties of rows in columns and JSON. */
function blankFields<Item>(
  { columns, toRow }: Pick<ListFile<Item>, 'columns' | 'toRow'>,
  fieldsOf: (item: Item) => readonly string[],
): Pick<ListFile<Item>, 'columns' | 'toRow'> {
  return {
    columns: columns.map(([name, cell, field]) => [
      name,
      item => (fieldsOf(item).includes(field) ? null : cell(item)),
      field,
    ]),
    toRow: item => ({ ...toRow(item), ...Object.fromEntries(fieldsOf(item).map(field => [field, null])) }),
  }
}
