import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import { stringify } from 'yaml'
import type { Answer } from '#embedded-garden/http/answer.ts'
import { isTrue } from '#embedded-garden/http/request-info.ts'
import type { JsonObject } from '#embedded-garden/json.ts'

const gzipAll = promisify(gzip)

/** Size from which kube-apiserver compresses responses, with the fastest level. */
const GZIP_FROM = 128 * 1024
const GZIP_LEVEL = 1
const PIECE = 256 * 1024
const TERMINALS = /^(curl|Wget|Mozilla\/5\.0)/

interface ResponseOptions {
  readonly media: 'json' | 'yaml'
  readonly warnings: readonly string[]
}

/** Sends `answer`. Resolves when everything is sent or the client has disconnected. */
export async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  options: ResponseOptions,
): Promise<void> {
  const warnings = [...new Set(options.warnings)]
  if (warnings.length > 0)
    response.setHeader(
      'Warning',
      warnings.map(text => `299 - ${JSON.stringify(text)}`),
    )
  response.setHeader('Cache-Control', 'no-cache, private')
  if (answer.type === 'stream') return answer.open(response)
  if (answer.type === 'text') return sendText(response, answer.status, answer.text)
  if (answer.type === 'bytes') return sendBytes(response, answer)
  const reformat = options.media === 'yaml' || wantsPretty(request)
  if (answer.type === 'pieces' && !reformat) return sendPieces(request, response, answer)
  const body =
    answer.type === 'object' ? answer.body : (JSON.parse(Buffer.concat([...answer.pieces]).toString()) as JsonObject)
  await sendObject(request, response, answer.status, body, options.media)
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': Buffer.byteLength(text) })
  response.end(text)
}

function sendBytes(response: ServerResponse, answer: Extract<Answer, { type: 'bytes' }>): void {
  response.writeHead(answer.status, { 'Content-Type': answer.contentType, 'Content-Length': answer.data.length })
  response.end(answer.data)
}

async function sendObject(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: JsonObject,
  media: 'json' | 'yaml',
): Promise<void> {
  let data = Buffer.from(media === 'yaml' ? toYaml(body) : toJson(body, wantsPretty(request)))
  response.setHeader('Content-Type', media === 'yaml' ? 'application/yaml' : 'application/json')
  if (data.length >= GZIP_FROM && acceptsGzip(request)) {
    data = await gzipAll(data, { level: GZIP_LEVEL })
    response.setHeader('Content-Encoding', 'gzip')
    response.setHeader('Vary', 'Accept-Encoding')
  }
  response.writeHead(status, { 'Content-Length': data.length })
  response.end(data)
}

async function sendPieces(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Extract<Answer, { type: 'pieces' }>,
): Promise<void> {
  const source = Readable.from(joined(answer.pieces), { objectMode: false, highWaterMark: PIECE })
  const headers: Record<string, string | number> = { 'Content-Type': 'application/json' }
  try {
    if (answer.bytes >= GZIP_FROM && acceptsGzip(request)) {
      response.writeHead(answer.status, { ...headers, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' })
      await pipeline(source, createGzip({ level: GZIP_LEVEL, chunkSize: 64 * 1024 }), response)
    } else {
      response.writeHead(answer.status, { ...headers, 'Content-Length': answer.bytes })
      await pipeline(source, response)
    }
  } catch (error) {
    // A destroyed response has lost its client, so the error has no recipient.
    if (!response.destroyed) throw error
  }
}

/** Joins small pieces into batches, so that a list of thousands of objects does not take thousands of writes. */
function* joined(pieces: Iterable<Buffer>): Generator<Buffer> {
  let batch: Buffer[] = []
  let size = 0
  for (const piece of pieces) {
    batch.push(piece)
    size += piece.length
    if (size < PIECE) continue
    yield Buffer.concat(batch, size)
    batch = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(batch, size)
}

function toJson(body: JsonObject, pretty: boolean): string {
  return pretty ? `${JSON.stringify(body, null, 2)}\n` : `${JSON.stringify(body)}\n`
}

function toYaml(body: JsonObject): string {
  return stringify(body, { sortMapEntries: true, lineWidth: 0 })
}

/** Command-line clients and browsers get indented JSON, as from kube-apiserver. */
function wantsPretty(request: IncomingMessage): boolean {
  const asked = new URL(request.url ?? '/', 'https://garden').searchParams.get('pretty')
  return asked === null ? TERMINALS.test(request.headers['user-agent'] ?? '') : isTrue(asked)
}

function acceptsGzip(request: IncomingMessage): boolean {
  return /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
}
