import type { ServerResponse } from 'node:http'
import type { JsonObject } from '#embedded-garden/json.ts'

/** The response of a handler as a value; `respond.ts` writes it to the connection. */
export type Answer =
  | { readonly type: 'object'; readonly status: number; readonly body: JsonObject }
  /** JSON as a sequence of buffers, so that a long list is never in memory as one value; `bytes`: total size. */
  | { readonly type: 'pieces'; readonly status: number; readonly pieces: Iterable<Buffer>; readonly bytes: number }
  | { readonly type: 'text'; readonly status: number; readonly text: string }
  | { readonly type: 'bytes'; readonly status: number; readonly contentType: string; readonly data: Buffer }
  /** A watch: `open` writes to the response until it ends. */
  | { readonly type: 'stream'; readonly open: (response: ServerResponse) => void }

export function object(body: JsonObject, status = 200): Answer {
  return { type: 'object', status, body }
}

export function text(body: string, status = 200): Answer {
  return { type: 'text', status, text: body }
}
