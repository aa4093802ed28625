import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { isReservedRequestId } from '#lib/hap/audit/target.ts'
import { gatePass, PASS_HEADER } from '#lib/http/gate-headers.ts'
import { enterRequest } from './request-scope.ts'

/** A request to a server of this process. */
export interface HttpRequest {
  readonly requestId: string
  readonly method: string
  /** Without the query, which may contain a search. */
  readonly pathname: string
  /** Local port of the connection. */
  readonly port: number | null
  /** The header `traceparent` (W3C Trace Context). */
  readonly traceparent: string | null
}

/** The end of a request; status 499 when the client closed the connection before the response. */
export interface HttpEnd {
  readonly status: number
  readonly ms: number
  /** Address of the client, as the gate determined it. */
  readonly address: string
  /** Id of the user; null without one. */
  readonly user: string | null
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
 * Assigns an id to every HTTP request of this process, from its header `x-request-id` or a new one, and sets it on request and response. Log and
 * audit log use it. Reports begin and end of each request to `listener`. Returns a function that stops the observation.
 */
export function watchHttpRequests(listener: HttpListener): () => void {
  const onStart = (message: unknown) => {
    const { request, response } = message as Started
    const startedAt = performance.now()
    const requestId = requestIdOf(request)
    request.headers['x-request-id'] = requestId
    response.setHeader('x-request-id', requestId)
    const scope = enterRequest(requestId)
    const peer = request.socket.remoteAddress ?? ''
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
      const address = addressOf(request) ?? peer
      listener.ended(facts, { status, ms: performance.now() - startedAt, address, user: scope.user })
    })
  }
  subscribe(STARTED, onStart)
  return () => void unsubscribe(STARTED, onStart)
}

/** The id of the client if it is printable and not reserved for work of the console itself, else a new one. */
function requestIdOf({ headers }: IncomingMessage): string {
  const text = single(headers['x-request-id'])?.trim().slice(0, MAX_ID_LENGTH) ?? ''
  return /^[\x20-\x7e]+$/.test(text) && !isReservedRequestId(text) ? text : randomUUID()
}

/** Null where the request did not pass the gate, so that the header is the client's. */
function addressOf({ headers }: IncomingMessage): string | null {
  return headers[PASS_HEADER] === gatePass() ? single(headers['x-forwarded-for']) : null
}

function single(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null
}
