import { setImmediate } from 'node:timers/promises'
import type { SearchError } from '#lib/search/term.ts'
import type { ListRequest } from '../list-window.ts'
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

/** A file, part by part, or the sentence that says why there is none. */
export type Exported = { readonly parts: AsyncGenerator<string> } | { readonly refused: string }

interface Found<Item> {
  readonly found: readonly Item[]
  readonly errors: readonly SearchError[]
}

interface ListFile<Item, Row> {
  readonly request: ExportRequest
  toRow(item: Item): Row
  readonly columns: readonly ExportColumn<Row>[]
  readonly shows: ColumnFields<Row>
}

/** What the search of a list found, in its order. */
export function exportList<Item, Row extends object>(
  { found, errors }: Found<Item>,
  { request: { format, cols }, toRow, columns, shows }: ListFile<Item, Row>,
): Exported {
  const [error] = errors
  if (error) return { refused: error.message }
  const chosen = chosenFields(cols, shows)
  return 'refused' in chosen ? chosen : { parts: rowsFile(inParts(found, toRow), { format, columns, ...chosen }) }
}

async function* inParts<Item, Row>(items: readonly Item[], toRow: (item: Item) => Row): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < items.length; from += PART) {
    yield items.slice(from, from + PART).map(toRow)
    await setImmediate()
  }
}
