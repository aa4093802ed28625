import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { isReservedRequestId } from '#lib/hap/audit/target.ts'
import { enterRequest } from './request-scope.ts'

/** A request to a server of this process. */
export interface HttpRequest {
  readonly requestId: string
  readonly method: string
  /** Without the query, which may tell what somebody looked for. */
  readonly pathname: string
  /** Port it came in by. */
  readonly port: number | null
  /** The trace it goes on with (W3C Trace Context), as it was sent. */
  readonly traceparent: string | null
}

/** How it ended; 499 where nobody waited for the answer any more. */
export interface HttpEnd {
  readonly status: number
  readonly ms: number
}

export interface HttpListener {
  begun?(request: HttpRequest): void
  ended(request: HttpRequest, end: HttpEnd): void
}

interface Started {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

const STARTED = 'http.server.request.start'
const CLIENT_CLOSED = 499
const MAX_ID_LENGTH = 100

/**
 * Gives every HTTP request of this process an id, its own or the one it came with: as header of the request and the answer, for the
 * log and for the audit log. Tells `listener` how each ends. Returns what stops it.
 */
export function watchHttpRequests(listener: HttpListener): () => void {
  const onStart = (message: unknown) => {
    const { request, response } = message as Started
    const startedAt = performance.now()
    const requestId = requestIdOf(request)
    request.headers['x-request-id'] = requestId
    response.setHeader('x-request-id', requestId)
    enterRequest(requestId)
    const facts: HttpRequest = {
      requestId,
      method: request.method ?? '',
      pathname: (request.url ?? '').split('?', 1)[0] ?? '',
      port: request.socket.localPort ?? null,
      traceparent: single(request.headers.traceparent),
    }
    listener.begun?.(facts)
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED
      listener.ended(facts, { status, ms: performance.now() - startedAt })
    })
  }
  subscribe(STARTED, onStart)
  return () => void unsubscribe(STARTED, onStart)
}

/** What may stand in a log line and a header as it is, and names nothing that the console does by itself. */
function requestIdOf({ headers }: IncomingMessage): string {
  const text = single(headers['x-request-id'])?.trim().slice(0, MAX_ID_LENGTH) ?? ''
  return /^[\x20-\x7e]+$/.test(text) && !isReservedRequestId(text) ? text : randomUUID()
}

function single(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null
}
