import http from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Credentials } from './credentials.ts'
import { connectionFailure, timeoutFailure } from './garden-error.ts'

interface Exchange {
  readonly doing: string
  readonly method: string
  /** With query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Deadline of the answer's head, without the body. */
  readonly answerWithinMs: number
  readonly signal?: AbortSignal | undefined
}

export interface Answer {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  /** Decompressed. */
  readonly body: Readable
  /** Aborts the answer; may be called at any time. */
  readonly end: () => void
}

/**
 * Sends one request on a pooled connection and returns the answer with its head, of any status.
 * Throws GardenError, or the signal's reason. A read on a connection that turns out to be closed is
 * sent again, a write never.
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
    const request = openRequest(credentials, agent, what)
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

/** Throws GardenError for requests that Node refuses, such as a token of two lines. */
function openRequest(credentials: Credentials, agent: http.Agent, what: Exchange): http.ClientRequest {
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

/** gunzip runs on Node's thread pool and does not block the event loop. */
function unpack(incoming: http.IncomingMessage): Readable {
  if (incoming.headers['content-encoding'] !== 'gzip') return incoming
  const gunzip = createGunzip()
  incoming.on('error', error => gunzip.destroy(error))
  incoming.on('close', () => {
    if (!incoming.complete) gunzip.destroy(incoming.errored ?? undefined)
  })
  return incoming.pipe(gunzip)
}

/** Idle time after which a connection is probed, so that the system detects half-open ones. */
const KEEP_ALIVE_PROBE = 15_000

/** Idle connections close after this time, before load balancers drop them silently. */
const IDLE_CONNECTION = 30_000

export interface AgentPool {
  /** The agent for these credentials; agents of other identities close after their requests. */
  agentFor(credentials: Credentials): http.Agent
  close(): void
}

/**
 * Pools the connections of a client while server, trust and client certificate stay the same. The
 * library's agent would open a connection per request and keep the first certificate for ever.
 */
export function createAgentPool(maxSockets: number): AgentPool {
  let key = ''
  let agent: http.Agent | null = null
  const close = () => {
    agent?.destroy()
    agent = null
  }
  return {
    agentFor(credentials) {
      if (agent !== null && key === credentials.connectionKey) return agent
      const retired = agent
      key = credentials.connectionKey
      agent = createAgent(credentials, maxSockets)
      if (retired !== null) closeWhenIdle(retired)
      return agent
    },
    close,
  }
}

function createAgent(credentials: Credentials, maxSockets: number): http.Agent {
  const { server, tls, libraryAgent, connectionKey } = credentials
  const proxy = credentials.proxy?.reveal() ?? null
  if (proxy?.startsWith('socks') && libraryAgent !== null) return libraryAgent.reveal()
  const options: http.AgentOptions = {
    keepAlive: true,
    keepAliveMsecs: KEEP_ALIVE_PROBE,
    maxSockets,
    timeout: IDLE_CONNECTION,
    scheduling: 'lifo',
  }
  if (proxy !== null) Object.assign(options, { proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } })
  if (server.protocol === 'http:') return new http.Agent(options)
  const agent = new https.Agent({ ...options, ...tls.reveal() })
  // Node's connection names contain certificate and key, and the engine retains the last one long
  // after the agent is gone.
  agent.getName = () => connectionKey
  return agent
}

/** Closes idle connections now and busy ones after their request. */
function closeWhenIdle(agent: http.Agent): void {
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
  agent.maxFreeSockets = 0
}
