import type { IncomingMessage } from 'node:http'
import { Agent, type RequestOptions, request } from 'node:https'
import type { Json } from '#embedded-garden/json.ts'
import type { ReceivedResponse, WatchEvent } from './scenario.ts'

interface HttpCall {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: string | null
}

export interface Connection {
  readonly server: string
  readonly tls: Pick<RequestOptions, 'ca' | 'cert' | 'key' | 'rejectUnauthorized'>
}

/** Response headers that recordings contain. */
const KEPT = ['content-type', 'warning', 'retry-after']
/** A watch that ends earlier than this before its timeoutSeconds was ended by the server. */
const TOLERANCE_MS = 300

/** Sends requests like the recorder, and returns the same parts of the responses. */
export class HttpClient {
  readonly #connection: Connection
  readonly #agent: Agent

  constructor(connection: Connection) {
    this.#connection = connection
    this.#agent = new Agent({ keepAlive: true, ...connection.tls })
  }

  close(): void {
    this.#agent.destroy()
  }

  async send(call: HttpCall): Promise<ReceivedResponse> {
    const startedAt = performance.now()
    const message = await this.#open(call)
    const headers = keptHeaders(message)
    const status = message.statusCode ?? 0
    const { text, broken } = await readAll(message)
    if (status === 200 && isWatch(call)) {
      const early = broken || performance.now() - startedAt < timeoutMs(call) - TOLERANCE_MS
      return { status, headers, events: readEvents(text), ended: early ? 'server' : 'timeout' }
    }
    return { status, headers, ...(text !== '' && { body: readBody(text, String(headers['Content-Type'] ?? '')) }) }
  }

  #open(call: HttpCall): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const sent = request(new URL(call.path, this.#connection.server), {
        method: call.method,
        agent: this.#agent,
        headers: { ...call.headers, ...(call.body !== null && { 'Content-Length': Buffer.byteLength(call.body) }) },
      })
      sent.once('response', resolve)
      sent.once('error', reject)
      sent.end(call.body ?? undefined)
    })
  }
}

function isWatch({ path }: { readonly path: string }): boolean {
  return /[?&]watch=(1|true)\b/.test(path)
}

function timeoutMs({ path }: HttpCall): number {
  return Number(/[?&]timeoutSeconds=(\d+)/.exec(path)?.[1] ?? 0) * 1000
}

async function readAll(message: IncomingMessage): Promise<{ text: string; broken: boolean }> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of message) chunks.push(chunk as Buffer)
    return { text: Buffer.concat(chunks).toString(), broken: false }
  } catch {
    return { text: Buffer.concat(chunks).toString(), broken: true }
  }
}

function readEvents(text: string): WatchEvent[] {
  return text
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => JSON.parse(line) as WatchEvent)
}

function readBody(text: string, contentType: string): Json {
  return contentType.startsWith('application/json') ? (JSON.parse(text) as Json) : text
}

function keptHeaders(message: IncomingMessage): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  for (let i = 0; i < message.rawHeaders.length; i += 2) {
    const raw = message.rawHeaders[i] ?? ''
    const value = message.rawHeaders[i + 1] ?? ''
    if (!KEPT.includes(raw.toLowerCase())) continue
    const name = raw.toLowerCase().replace(/(^|-)[a-z]/g, letter => letter.toUpperCase())
    const earlier = headers[name]
    headers[name] = earlier === undefined ? value : [...(Array.isArray(earlier) ? earlier : [earlier]), value]
  }
  return headers
}
