import { measure } from '#lib/util/measured.ts'
import { createCredentialSource } from './credentials.ts'
import { type AgentPool, type Answer, createAgentPool, exchange } from './exchange.ts'
import { connectionFailure, GardenError, isHandshakeFailure, type Permission, timeoutFailure } from './garden-error.ts'
import type { Access } from './kubeconfig.ts'
import { refusalError } from './refusal.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Milliseconds; the default suits the call. */
  readonly withinMs?: number
}

export interface Call {
  readonly doing: string
  /** Permission for the error when the role forbids the call. */
  readonly permission: Permission | null
  readonly method: string
  readonly path: string
  readonly accept: string
  readonly contentType?: string
  readonly body?: string
  readonly withinMs: number
  readonly signal?: AbortSignal | undefined
  /** Set by the secret reader only: the answer may contain Secret data. */
  readonly secretData?: true
}

/** Sends calls to one API server with valid credentials on pooled connections. */
export interface Transport {
  readonly server: string
  /** Text of a successful answer. Throws GardenError for any other. */
  text(call: Call): Promise<string>
  /** Body of a successful answer as it arrives, compressed in transit when that pays. Throws GardenError. */
  chunks(call: Call): AsyncGenerator<Buffer>
  /** A successful endless answer, on a connection apart from short calls. */
  stream(call: Call): Promise<Answer>
  close(): void
}

interface TransportOptions {
  readonly access: Access
  readonly userAgent: string
  /** Requests compressed answers: an eighth of the size, but not worth it on the loopback interface. */
  readonly gzip: boolean
  readonly clock: () => number
  /** Maximum size of an answer. */
  readonly maxBytes?: number | undefined
  /** Refuses calls that change something. */
  readonly readOnly?: boolean
}

/** Far above any page or object. */
const MAX_BYTES = 256 * 1024 * 1024

export function createTransport({
  access,
  userAgent,
  gzip,
  clock,
  maxBytes = MAX_BYTES,
  readOnly = false,
}: TransportOptions): Transport {
  const credentials = createCredentialSource(access, clock)
  const calls = createAgentPool(16)
  const streams = createAgentPool(Number.POSITIVE_INFINITY)

  const limits = (call: Call, answer: Answer) => ({
    ...call,
    server: access.server,
    maxBytes,
    outcomeUnknown: call.method !== 'GET' && (answer.status < 300 || answer.status >= 500),
  })

  /**
   * Sends a call until it succeeds. Renews refused credentials once: token, certificate and
   * authorities of a kubeconfig may have been rotated.
   */
  const send = (call: Call, pool: AgentPool, packed: boolean): Promise<Answer> =>
    measure('gardener-request', factsOf(call), () => sendUntilAccepted(call, pool, packed))

  const sendUntilAccepted = async (call: Call, pool: AgentPool, packed: boolean): Promise<Answer> => {
    refuseSecretData(call)
    if (readOnly) refuseWrite(call)
    const headers = headersOf(call, userAgent, packed)
    for (let renewed = false; ; renewed = true) {
      const current = await credentials.current(call.doing)
      const sent = { ...call, headers, answerWithinMs: call.withinMs }
      const answer = await exchange(current, pool.agentFor(current), sent).catch((error: unknown) => {
        if (!renewed && isHandshakeFailure(error) && credentials.rejected(current)) return null
        throw error
      })
      if (answer === null) continue
      if (answer.status < 300) return answer
      const body = await readText(answer, limits(call, answer))
      if (answer.status === 401 && !renewed && credentials.rejected(current)) continue
      throw refusalError(call, { status: answer.status, retryAfter: answer.headers['retry-after'], body })
    }
  }

  return {
    server: access.server,
    async text(call) {
      const answer = await send(call, calls, false)
      return readText(answer, limits(call, answer))
    },
    async *chunks(call) {
      const answer = await send(call, calls, gzip)
      yield* readBody(answer, limits(call, answer))
    },
    stream: call => send(call, streams, false),
    close() {
      calls.close()
      streams.close()
    },
  }
}

/** Requests without a permission, such as the version. */
function factsOf({ permission, method }: Call) {
  if (permission === null) return { verb: method.toLowerCase(), resource: 'other', group: '' }
  return { verb: permission.verb, resource: permission.resource, group: permission.group }
}

function headersOf(call: Call, userAgent: string, packed: boolean): Record<string, string> {
  return {
    'User-Agent': userAgent,
    Accept: call.accept,
    ...(packed ? { 'Accept-Encoding': 'gzip' } : {}),
    ...(call.contentType === undefined ? {} : { 'Content-Type': call.contentType }),
    ...(call.body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(call.body)) }),
  }
}

/**
 * Catches a programming error before it leaves the process: a request whose answer could contain
 * Secret data.
 */
function refuseSecretData({ path, accept, doing, secretData }: Call): void {
  if (secretData) return
  const asksForData =
    /\/(internal)?secrets(?:[/?]|$)/i.test(path) && !/^application\/json;as=PartialObjectMetadata/.test(accept)
  if (asksForData) throw new Error(`${doing}: Secrets must be requested as PartialObjectMetadata`)
}

/** Reviews of access are created, but stored nowhere. */
const REVIEWS = '/apis/authorization.k8s.io/'

/** Refuses a call that changes something, also as a dry run. Throws GardenError `forbidden`. */
function refuseWrite({ method, path, doing }: Call): void {
  if (method === 'GET' || path.startsWith(REVIEWS)) return
  throw new GardenError({ kind: 'forbidden', doing, because: 'this console only observes (HAP_MODE=observe).' })
}

interface ReadLimits {
  readonly doing: string
  readonly server: string
  readonly withinMs: number
  readonly maxBytes: number
  readonly outcomeUnknown: boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * Body of an answer, chunk by chunk. Throws GardenError `timeout`, `unreachable` (cut off) or
 * `unexpected` (larger than maxBytes), or the signal's reason.
 */
async function* readBody(answer: Answer, limits: ReadLimits): AsyncGenerator<Buffer> {
  const { doing, server, withinMs, maxBytes, outcomeUnknown, signal } = limits
  let size = 0
  let late = false
  const timer = setTimeout(() => {
    late = true
    answer.end()
  }, withinMs)
  try {
    for await (const chunk of answer.body) {
      const bytes: Buffer = chunk
      size += bytes.length
      if (size > maxBytes) throw tooLarge(doing, maxBytes)
      yield bytes
    }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof GardenError) throw error
    if (late) throw timeoutFailure(doing, server, withinMs, outcomeUnknown)
    throw connectionFailure(doing, server, error, outcomeUnknown)
  } finally {
    clearTimeout(timer)
    answer.end()
  }
}

/** The whole body as text. Throws like readBody. */
async function readText(answer: Answer, limits: ReadLimits): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of readBody(answer, limits)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function tooLarge(doing: string, maxBytes: number): GardenError {
  const because = `the answer is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`
  return new GardenError({ kind: 'unexpected', doing, because })
}
