import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { contentSecurityPolicy } from './security-headers.ts'

/**
 * Decides on a request by its head alone. Out: null at once for a request that needs no decision; else, later, null for one that is
 * admitted, or the answer to one that is refused.
 */
export type Admission = (request: IncomingMessage) => Promise<Response | null> | null

/** What a request may bring in a body; more is not even discarded. */
export const MAX_BODY_BYTES = 2_100_000

type Handler = (this: Server, request: IncomingMessage, response: ServerResponse) => void

/**
 * Puts an admission in front of all handlers of a server. A refused request is answered here, and no handler receives it: Next.js reads a
 * body to its end before it lets anything decide, and decodes it for an action. `onError` receives what an admission throws; such a
 * request is answered with 500. Out: what takes the admission away.
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
        else await answer(request, response, refusal)
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
 * Node discards what is left of the body, so that the connection can be used again. It closes the connection instead when the body is too
 * large, or when its sender has sent too much.
 */
async function answer(request: IncomingMessage, response: ServerResponse, refusal: Response): Promise<void> {
  const body = Buffer.from(await refusal.arrayBuffer())
  response.statusCode = refusal.status
  response.setHeader('content-security-policy', contentSecurityPolicy(null))
  for (const [name, value] of refusal.headers) response.setHeader(name, value)
  const bytes = bodyBytes(request)
  if (bytes > MAX_BODY_BYTES || (bytes > 0 && refusal.status === 429)) response.setHeader('connection', 'close')
  response.end(body)
}

/** Length of a body as its head declares it; infinite for one that declares none. */
export function bodyBytes({ headers }: Pick<IncomingMessage, 'headers'>): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY
  return Number(headers['content-length'] ?? 0)
}
