import { setImmediate } from 'node:timers/promises'
import { partReason } from '#lib/hap/pools/part-reason.ts'
import type { SearchError } from '#lib/search/term.ts'
import { type Listed, shootsAreRead, unreadOf } from '../health.ts'
import type { ListRequest } from '../list-window.ts'
import type { QueryContext } from '../query-context.ts'
import { blankFields } from './blank-fields.ts'
import { type ColumnFields, chosenFields } from './chosen-fields.ts'
import { type ExportColumn, type ExportFormat, rowsFile } from './rows-file.ts'

/** Rows that are made at once; between two parts the server does what else it has to do. */
const PART = 500

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
  /** Whether the clusters of the database are among them, where they belong there. */
  readonly database?: boolean | undefined
  toRow(item: Item): Row
  readonly columns: readonly ExportColumn<Row>[]
  readonly shows: ColumnFields<Row>
  /** Fields that shoots are counted in: while those are unread they are empty, since nobody knows the number. */
  countsShoots?(row: Row): readonly (keyof Row & string)[]
}

/** What the search of a list found, in its order; only the whole of it makes a file. */
export function exportList<Item, Row extends object>(
  { found, errors }: Found<Item>,
  { context, request: { format, cols }, rows, database, toRow, columns, shows, countsShoots }: ListFile<Item, Row>,
): Exported {
  const [error] = errors
  if (error) return { refused: error.message }
  const chosen = chosenFields(cols, shows)
  if ('refused' in chosen) return chosen
  const reason = partReason({ rows, database, unread: unreadOf(context) })
  if (reason !== null) return { refused: reason, later: true }
  const cells = countsShoots && !shootsAreRead(context) ? blankFields(columns, countsShoots) : { columns }
  return { parts: rowsFile(inParts(found, toRow), { format, ...cells, ...chosen }) }
}

async function* inParts<Item, Row>(items: readonly Item[], toRow: (item: Item) => Row): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < items.length; from += PART) {
    yield items.slice(from, from + PART).map(toRow)
    await setImmediate()
  }
}
