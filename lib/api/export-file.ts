import { RefusedRequestError } from '#lib/http/request-errors.ts'
import type { KnownClusters } from '#lib/queries/cluster-register.ts'
import type { Exported, ExportRequest } from '#lib/queries/lists/export-list.ts'
import { type ColumnFields, type ExportColumn, formatRows, resolveColumns } from '#lib/queries/lists/rows-file.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { runtime } from '#lib/runtime.ts'
import type { WholeList } from '#lib/store/search/searched-list.ts'
import { logError } from '#lib/telemetry/log.ts'
import { ExportQuery } from './list-query.ts'
import { LIST_FILE, read } from './operation.ts'

interface FileNames {
  /** Content and landscape, as part of the file name. */
  readonly name: string
  readonly format: 'csv' | 'json'
  /** Milliseconds since 1970. */
  readonly at: number
}

const TYPES = { csv: 'text/csv; charset=utf-8; header=present', json: 'application/json' } as const

/**
 * Response of an export route. Throws RefusedRequestError: 503 when a retry may succeed, otherwise
 * 400.
 */
export function exportResponse(exported: Exported, names: FileNames): Response {
  if ('refused' in exported) throw new RefusedRequestError(exported.later ? 503 : 400, exported.refused)
  return fileResponse(exported.parts, names)
}

/**
 * Streams a file while its rows are read. A failure aborts the download, so that a partial file
 * cannot look complete.
 */
export function fileResponse(parts: AsyncGenerator<string>, { name, format, at }: FileNames): Response {
  const encoder = new TextEncoder()
  let left = false
  const stream = new ReadableStream<Uint8Array>({
    pull: async controller => {
      try {
        const { done, value } = await parts.next()
        if (left) return
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        // The headers are sent, so the failure can only be logged.
        logError(error)
        throw error
      }
    },
    cancel: async () => {
      left = true
      await parts.return(undefined)
    },
  })
  return new Response(stream, {
    headers: {
      'content-type': TYPES[format],
      'content-disposition': `attachment; filename="${fileName(name, at)}.${format}"`,
      'cache-control': 'no-store',
    },
  })
}

/** Reduces a name to characters that every file system accepts, and adds the UTC time. */
function fileName(name: string, at: number): string {
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(':', '')
  return `${name.replace(/[^\w.-]+/g, '-')}-${time}Z`
}

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

type Export = (
  context: QueryContext,
  known: KnownClusters | null,
  request: ExportRequest,
) => Exported | Promise<Exported>

/** Declares the export of a list; `what` names the file. */
export function exportList<const Path extends `/${string}`>(path: Path, what: string, exported: Export) {
  return read(path, {
    summary: 'Export the list as CSV or JSON',
    query: ExportQuery,
    answers: { 200: LIST_FILE },
    run: async ({ query }) => {
      const known = await runtime().clusters.read()
      const context = runtime().context()
      const names = { name: `hap-${what}-${runtime().landscape.name}`, format: query.format, at: context.at }
      return exportResponse(await exported(context, known, query), names)
    },
  })
}

/** A YAML document as a download. */
export function yamlResponse(yaml: string, name: string): Response {
  return new Response(yaml, {
    headers: {
      'content-type': 'application/yaml; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.yaml"`,
      'cache-control': 'no-store',
    },
  })
}
