import type { Exported, ExportRequest } from '#lib/queries/lists/export-list.ts'
import { type ColumnFields, type ExportColumn, formatRows, resolveColumns } from '#lib/queries/lists/rows-file.ts'
import type { WholeList } from '#lib/store/search/searched-list.ts'

/** Maximum number of rows, because their ids are held in memory during the export. */
const TOO_MANY = 100_000

interface FileShape<Row> {
  /** One row in a sentence: `job`. */
  readonly noun: string
  readonly columns: readonly ExportColumn<Row>[]
  readonly shows: ColumnFields
}

/**
 * Exports a list of the database; `refused` says why there is no file. Throws what `read` throws,
 * also while the file is read.
 */
export async function wholeFile<Row extends object>(
  read: (most: number) => Promise<WholeList<Row>>,
  { cols, format }: Pick<ExportRequest, 'cols' | 'format'>,
  { noun, columns, shows }: FileShape<Row>,
): Promise<Exported> {
  const chosen = resolveColumns(cols, shows)
  if ('refused' in chosen) return chosen
  const { errors, count, parts } = await read(TOO_MANY)
  const [error] = errors
  if (error) return { refused: error.message }
  if (count === TOO_MANY) {
    const most = TOO_MANY.toLocaleString('en')
    return { refused: `${most} ${noun}s or more are too many for one file. Narrow the search, for example at:30d.` }
  }
  return { parts: formatRows(parts(), { format, columns, ...chosen }) }
}
