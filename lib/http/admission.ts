import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { contentSecurityPolicy } from './security-headers.ts'

/**
 * Decides on a request by its headers. Returns null for a request that needs no decision; otherwise a promise of null for an admitted
 * request or of the response to a refused one.
 */
export type Admission = (request: IncomingMessage) => Promise<Response | null> | null

/** The largest body of a request. The connection of a larger one is closed. */
export const MAX_BODY_BYTES = 2_100_000

type Handler = (this: Server, request: IncomingMessage, response: ServerResponse) => void

/**
 * Puts an admission in front of all handlers of a server. Refused requests are answered here and reach no handler, because Next.js reads the
 * whole body before the proxy runs. `onError` receives errors of the admission, which are answered with 500. Returns a function that
 * removes the admission.
 */
export function admitBefore(server: Server, admission: Admission, onError: (error: unknown) => void): () => void {
  const handlers = server.rawListeners('request') as Handler[]
  const handle: Handler = (request, response) => {
    const pass = () => {
      for (const handler of handlers) handler.call(server, request, response)
    }
    const decision = admission(request)
    if (decision === null) return pass()
    decision
      .catch((error: unknown) => {
        onError(error)
        return new Response('The console failed to decide on this request. Try again.', { status: 500 })
      })
      .then(async refusal => {
        if (response.destroyed) return
        if (refusal === null) pass()
        else await sendRefusal(request, response, refusal)
      })
      .catch(onError)
  }
  server.removeAllListeners('request')
  server.on('request', handle)
  return () => {
    server.off('request', handle)
    for (const handler of handlers) server.on('request', handler)
  }
}

/**
 * Sends a refusal. Node discards the rest of the body, so that the connection can be reused; the connection is closed when the body is too
 * large or the sender exceeds its budget. Returns false without effect when a handler has sent its answer.
 */
export async function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Response,
): Promise<boolean> {
  const body = Buffer.from(await refusal.arrayBuffer())
  if (response.headersSent || response.destroyed) return false
  response.statusCode = refusal.status
  response.setHeader('content-security-policy', contentSecurityPolicy(null))
  for (const [name, value] of refusal.headers) response.setHeader(name, value)
  const bytes = bodyBytes(request)
  if (bytes > MAX_BODY_BYTES || (bytes > 0 && refusal.status === 429)) response.setHeader('connection', 'close')
  response.end(body)
  return true
}

/** The declared length of a body; infinite for a chunked one. */
export function bodyBytes({ headers }: Pick<IncomingMessage, 'headers'>): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY
  return Number(headers['content-length'] ?? 0)
}
