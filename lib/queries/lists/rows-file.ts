import { csvLine } from '#lib/hap/csv.ts'

export const EXPORT_FORMATS = ['csv', 'json'] as const

export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** A column of a CSV file, and the field of the row it is computed from. */
export type ExportColumn<Row> = readonly [name: string, cell: (row: Row) => string | number | null, field: string]

interface FileShape<Row> {
  readonly format: ExportFormat
  readonly columns: readonly ExportColumn<Row>[]
  /** Exported fields of the row; null = all. */
  readonly fields: ReadonlySet<string> | null
  /** JSON of a row; default: the row itself. */
  toJson?(row: Row): object
}

/** Formats rows that arrive in parts as a file. Throws what reading them throws. */
export function formatRows<Row extends object>(
  parts: AsyncIterable<readonly Row[]>,
  { format, columns, fields, toJson = row => row }: FileShape<Row>,
): AsyncGenerator<string> {
  if (fields === null) return format === 'csv' ? csv(parts, columns) : json(parts, toJson)
  const wanted = ([field]: readonly [string, unknown]) => fields.has(field)
  return format === 'csv'
    ? csv(
        parts,
        columns.filter(([, , field]) => fields.has(field)),
      )
    : json(parts, row => Object.fromEntries(Object.entries(toJson(row)).filter(wanted)))
}

async function* csv<Row>(
  parts: AsyncIterable<readonly Row[]>,
  columns: readonly ExportColumn<Row>[],
): AsyncGenerator<string> {
  yield csvLine(columns.map(([name]) => name))
  for await (const rows of parts) yield rows.map(row => csvLine(columns.map(([, cell]) => textOf(cell(row))))).join('')
}

async function* json<Row>(parts: AsyncIterable<readonly Row[]>, toJson: (row: Row) => unknown): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const rows of parts) {
    if (rows.length === 0) continue
    yield separator + rows.map(row => JSON.stringify(toJson(row))).join(',\n')
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

function textOf(cell: string | number | null): string | null {
  return cell === null ? null : String(cell)
}

/** Fields of a row by the column that shows them. */
export type ColumnFields = Readonly<Record<string, readonly string[]>>

type Chosen = { readonly fields: ReadonlySet<string> | null } | { readonly refused: string }

/**
 * Resolves columns to fields, or refuses an unknown column. Without columns, all fields are
 * exported.
 */
export function resolveColumns(cols: string, shows: ColumnFields): Chosen {
  if (cols === '') return { fields: null }
  const ids = cols.split(',')
  const unknown = ids.find(id => !Object.hasOwn(shows, id))
  if (unknown !== undefined) {
    return { refused: `The list has no column "${unknown}". It has ${Object.keys(shows).join(', ')}.` }
  }
  return { fields: new Set(ids.flatMap(id => shows[id] ?? [])) }
}
