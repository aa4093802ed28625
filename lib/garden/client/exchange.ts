import http from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Credentials } from './credentials.ts'
import { connectionFailure, timeoutFailure } from './failure.ts'

interface Exchange {
  readonly doing: string
  readonly method: string
  /** With query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Until the head of the answer is there; the body has deadlines of its own. */
  readonly answerWithinMs: number
  readonly signal?: AbortSignal | undefined
}

export interface Answer {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  /** Already unpacked. */
  readonly body: Readable
  /** Cuts the answer off; safe to call at any time. */
  readonly end: () => void
}

/**
 * One request on a kept connection. Out: the answer once its head is there, whatever its status. Throws GardenError, or the
 * signal's reason. A read whose kept connection turns out to be closed is sent again; a write never is.
 */
export async function exchange(credentials: Credentials, agent: http.Agent, what: Exchange): Promise<Answer> {
  for (let stale = 0; stale < 3; stale++) {
    const answer = await attempt(credentials, agent, what, stale < 2)
    if (answer !== STALE) return answer
  }
  throw connectionFailure(what.doing, credentials.server.origin, null, false)
}

const STALE = Symbol('closed by the server before the request arrived')

function attempt(
  credentials: Credentials,
  agent: http.Agent,
  what: Exchange,
  again: boolean,
): Promise<Answer | typeof STALE> {
  const { server } = credentials
  const writes = what.method !== 'GET'
  return new Promise((resolve, reject) => {
    what.signal?.throwIfAborted()
    const request = tryToOpen(credentials, agent, what)
    let sent = false
    let answer: http.IncomingMessage | null = null
    const settle = () => {
      clearTimeout(timer)
      what.signal?.removeEventListener('abort', onAbort)
    }
    const fail = (error: unknown) => {
      settle()
      reject(error)
      request.destroy()
    }
    const onAbort = () => {
      if (answer === null) fail(what.signal?.reason)
      else answer.destroy(what.signal?.reason)
    }
    const timer = setTimeout(() => {
      fail(timeoutFailure(what.doing, server.origin, what.answerWithinMs, writes && sent))
    }, what.answerWithinMs)
    what.signal?.addEventListener('abort', onAbort, { once: true })
    request.on('error', (error: NodeJS.ErrnoException) => {
      const stale = again && !writes && request.reusedSocket && error.code === 'ECONNRESET' && answer === null
      if (!stale) return fail(connectionFailure(what.doing, server.origin, error, writes && sent))
      settle()
      resolve(STALE)
    })
    request.on('response', incoming => {
      answer = incoming
      clearTimeout(timer)
      incoming.once('close', settle)
      const { statusCode: status = 0, headers } = incoming
      resolve({ status, headers, body: unpack(incoming), end: () => incoming.destroy() })
    })
    request.end(what.body, () => {
      sent = true
    })
  })
}

/** Throws GardenError for what Node does not send, such as a token of two lines. */
function tryToOpen(credentials: Credentials, agent: http.Agent, what: Exchange): http.ClientRequest {
  try {
    return open(credentials, agent, what)
  } catch (error) {
    throw connectionFailure(what.doing, credentials.server.origin, error, false)
  }
}

function open(credentials: Credentials, agent: http.Agent, what: Exchange): http.ClientRequest {
  const { server, headers, tls } = credentials
  const plain = server.protocol === 'http:'
  const options: http.RequestOptions = {
    method: what.method,
    host: server.hostname.replace(/^\[|\]$/g, ''),
    port: server.port || (plain ? 80 : 443),
    path: (server.pathname === '/' ? '' : server.pathname) + what.path,
    headers: { ...headers.reveal(), ...what.headers },
    agent,
  }
  return plain ? http.request(options) : https.request({ ...options, ...tls.reveal() })
}

/** gunzip runs on Node's thread pool, so that unpacking a page does not stall the event loop. */
function unpack(incoming: http.IncomingMessage): Readable {
  if (incoming.headers['content-encoding'] !== 'gzip') return incoming
  const gunzip = createGunzip()
  incoming.on('error', error => gunzip.destroy(error))
  incoming.on('close', () => {
    if (!incoming.complete) gunzip.destroy(incoming.errored ?? undefined)
  })
  return incoming.pipe(gunzip)
}
