import { partReason } from '#lib/hap/csv.ts'
import type { SearchError } from '#lib/search/term.ts'
import { type Listed, shootsAreRead, unreadOf } from '../health.ts'
import type { ListRequest } from '../list-window.ts'
import type { QueryContext } from '../query-context.ts'
import type { KnownClusters } from '../shoots/cluster-register.ts'
import { blankFields } from './blank-fields.ts'
import { type ColumnFields, chosenFields } from './chosen-fields.ts'
import { inParts } from './in-parts.ts'
import { type ExportColumn, type ExportFormat, rowsFile } from './rows-file.ts'

/** What a list is exported by: the whole of it, whatever part of it was shown. */
export interface ExportRequest extends Pick<ListRequest, 'q' | 'sort'> {
  /** Columns of the list, `name,state`; empty for every field of its rows. */
  readonly cols: string
  readonly format: ExportFormat
}

/** A file, part by part, or the sentence that says why there is none; `later` when there may be one without another request. */
export type Exported =
  | { readonly parts: AsyncGenerator<string> }
  | { readonly refused: string; readonly later?: boolean }

interface Found<Item> {
  readonly found: readonly Item[]
  readonly errors: readonly SearchError[]
}

interface ListFile<Item, Row> {
  readonly context: Pick<QueryContext, 'inventory'>
  readonly request: ExportRequest
  /** What the rows are made of. */
  readonly rows: Listed
  /** Null when the database does not answer. */
  readonly known: KnownClusters | null
  toRow(item: Item): Row
  readonly columns: readonly ExportColumn<Row>[]
  readonly shows: ColumnFields<Row>
  /** Fields that shoots are counted in: while those are unread they are empty, since nobody knows the number. */
  countsShoots?(row: Row): readonly (keyof Row & string)[]
  /** The same of claims of the database. */
  countsClaims?(row: Row): readonly (keyof Row & string)[]
}

/** What the search of a list found, in its order; only the whole of it makes a file. */
export function exportList<Item, Row extends object>(
  { found, errors }: Found<Item>,
  file: ListFile<Item, Row>,
): Exported {
  const { context, known, request, rows, toRow, shows } = file
  const [error] = errors
  if (error) return { refused: error.message }
  const chosen = chosenFields(request.cols, shows)
  if ('refused' in chosen) return chosen
  const reason = partReason({ rows, unread: unreadOf(context), database: rows !== 'shoots' || known !== null })
  if (reason !== null) return { refused: reason, later: true }
  return { parts: rowsFile(inParts(found, toRow), { format: request.format, ...knownCells(file), ...chosen }) }
}

function knownCells<Item, Row extends object>(file: ListFile<Item, Row>) {
  const { context, known, columns, countsShoots, countsClaims } = file
  const without = [shootsAreRead(context) ? undefined : countsShoots, known === null ? countsClaims : undefined]
  const unknown = without.filter(fieldsOf => fieldsOf !== undefined)
  if (unknown.length === 0) return { columns }
  return blankFields(columns, row => unknown.flatMap(fieldsOf => fieldsOf(row)))
}
