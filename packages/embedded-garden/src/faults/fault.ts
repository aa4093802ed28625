import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { expired } from '#embedded-garden/http/errors.ts'
import type { RequestKind } from '#embedded-garden/http/request-log.ts'
import { statusOf } from '#embedded-garden/http/status.ts'

/** The faults that can be injected into a request. */
export const Mishap = z.discriminatedUnion('type', [
  /** An error instead of the response: a Status, or plain text as from the aggregation layer. */
  z.strictObject({
    type: z.literal('status'),
    status: z.number().int().min(400).max(599),
    reason: z.string().optional(),
    text: z.string().optional(),
    retryAfterSeconds: z.number().int().optional(),
  }),
  /** The response is delayed. */
  z.strictObject({ type: z.literal('delay'), ms: z.number().int().min(0) }),
  /** The connection breaks before anything happens. */
  z.strictObject({ type: z.literal('reset') }),
  /** The connection breaks after the request is processed. */
  z.strictObject({ type: z.literal('lose-answer') }),
  /** The client gets this error after the request is processed, as from a proxy in between. */
  z.strictObject({ type: z.literal('replace-answer'), status: z.number().int().min(400).max(599), text: z.string() }),
  /** The request is processed, but the response never arrives. */
  z.strictObject({ type: z.literal('hang') }),
  /** A watch that opens and never delivers an event. */
  z.strictObject({ type: z.literal('stall-watch') }),
  /** A watch whose connection breaks after `afterMs` milliseconds. */
  z.strictObject({ type: z.literal('drop-watch'), afterMs: z.number().int().min(0) }),
  /** A watch that begins with an ERROR event 410. */
  z.strictObject({ type: z.literal('expire-watch') }),
])

const Fault = z.strictObject({
  /** Selects requests; a missing field matches all. */
  match: z
    .strictObject({
      verb: z.string().optional(),
      /** `credentialsbindings.security.gardener.cloud`; with subresource `shoots.core.gardener.cloud/status`. */
      resource: z.string().optional(),
      /** Prefix of the User-Agent. */
      userAgent: z.string().optional(),
      /** `namespace/name` of the shoot whose API server gets the request, `*` for any; without it, the garden's own server. */
      shoot: z.string().optional(),
    })
    .default({}),
  /** Number of the next requests that fail; 0 = all until the faults are cleared. */
  times: z.number().int().min(0).default(1),
  mishap: Mishap,
})

export type Mishap = z.output<typeof Mishap>
type Fault = z.output<typeof Fault>
export type FaultInput = z.input<typeof Fault>

/** The planned faults, in the order in which they were added. */
export class FaultPlan {
  #faults: { fault: Fault; left: number }[] = []

  /** Throws ZodError for an invalid fault. */
  add(fault: FaultInput): void {
    const parsed = Fault.parse(fault)
    this.#faults.push({ fault: parsed, left: parsed.times === 0 ? Number.POSITIVE_INFINITY : parsed.times })
  }

  clear(): void {
    this.#faults = []
  }

  get waiting(): Fault[] {
    return this.#faults.map(({ fault }) => fault)
  }

  /** Returns the mishap of this request and uses it up; null = none. `shoot`: owner of the API server, null = the garden. */
  take(request: RequestKind, shoot: string | null): Mishap | null {
    const found = this.#faults.find(({ fault }) => concerns(fault, shoot) && matches(fault, request))
    if (!found) return null
    found.left--
    if (found.left <= 0) this.#faults = this.#faults.filter(other => other !== found)
    return found.fault.mishap
  }
}

function concerns({ match }: Fault, shoot: string | null): boolean {
  return match.shoot === '*' ? shoot !== null : (match.shoot ?? null) === shoot
}

function matches({ match, mishap }: Fault, { verb, resource, userAgent }: RequestKind): boolean {
  if (mishap.type.endsWith('-watch') && verb !== 'watch') return false
  if (match.verb !== undefined && match.verb !== verb) return false
  if (match.resource !== undefined && match.resource !== resource) return false
  return match.userAgent === undefined || userAgent.startsWith(match.userAgent)
}

/** Applies a mishap to a request. Returns true when the request needs no further handling. */
export async function inject(mishap: Mishap, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  switch (mishap.type) {
    case 'status':
      sendStatus(mishap, response)
      return true
    case 'delay':
      await new Promise(resolve => setTimeout(resolve, mishap.ms))
      return false
    case 'reset':
      request.socket.destroy()
      return true
    case 'lose-answer':
      swallow(response, () => request.socket.destroy())
      return false
    case 'replace-answer':
      swallow(response, () => sendStatus({ ...mishap, type: 'status' }, response))
      return false
    case 'hang':
      swallow(response, () => undefined)
      return false
    case 'stall-watch':
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.flushHeaders()
      return true
    case 'drop-watch':
      setTimeout(() => request.socket.destroy(), mishap.afterMs).unref()
      return false
    case 'expire-watch': {
      const status = statusOf(expired('too old resource version').failure)
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end(`${JSON.stringify({ type: 'ERROR', object: status })}\n`)
      return true
    }
  }
}

function sendStatus(mishap: Extract<Mishap, { type: 'status' }>, response: ServerResponse): void {
  const { status, reason, text, retryAfterSeconds } = mishap
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(retryAfterSeconds))
  if (text !== undefined) {
    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' })
    response.end(text)
    return
  }
  const details = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(
    JSON.stringify(statusOf({ code: status, message: 'injected fault', ...(reason && { reason }), details })),
  )
}

/** Discards all output of the handlers to the response. */
function swallow(response: ServerResponse, whenDone: () => void): void {
  const { writeHead, flushHeaders, write, end } = response
  response.writeHead = () => response
  response.flushHeaders = () => undefined
  response.write = () => true
  response.end = () => {
    Object.assign(response, { writeHead, flushHeaders, write, end })
    whenDone()
    return response
  }
}
