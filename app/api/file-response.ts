import { RefusedRequestError } from '#lib/http/request-errors.ts'
import type { Exported } from '#lib/queries/lists/export-list.ts'
import { logError } from '#lib/telemetry/log.ts'

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
