import { RefusedRequestError } from '#lib/http/request-errors.ts'
import type { Exported } from '#lib/queries/lists/export-list.ts'
import { logError } from '#lib/telemetry/log.ts'

interface FileNames {
  /** What is in it, and of which landscape. */
  readonly name: string
  readonly format: 'csv' | 'json'
  /** Milliseconds since 1970. */
  readonly at: number
}

const TYPES = { csv: 'text/csv; charset=utf-8; header=present', json: 'application/json' } as const

/** The answer of a route that exports a list. Throws RefusedRequestError: 503 where the same request may get a file later. */
export function exportResponse(exported: Exported, names: FileNames): Response {
  if ('refused' in exported) throw new RefusedRequestError(exported.later ? 503 : 400, exported.refused)
  return fileResponse(exported.parts, names)
}

/** A file that is made while it is read: what breaks on the way breaks the download, so that a part never passes for the whole. */
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
        // Too late for an answer that says it.
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

/** Only what every system takes for a name; the time in UTC. */
function fileName(name: string, at: number): string {
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(':', '')
  return `${name.replace(/[^\w.-]+/g, '-')}-${time}Z`
}
