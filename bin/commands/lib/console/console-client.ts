import { z } from 'zod'
import type { Secret } from '#lib/util/secret.ts'

/** The console says no; `message` says why and what to do. */
export class ConsoleRefusal extends Error {
  override readonly name = 'ConsoleRefusal'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The console cannot be asked: it does not answer, does not know the token, or is none. */
export class ConsoleTrouble extends Error {
  override readonly name = 'ConsoleTrouble'
}

interface Asked {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** What a console answers. */
interface Told<Value> {
  readonly status: number
  readonly etag: string | null
  readonly value: Value
}

const Problem = z.object({ title: z.string(), detail: z.string() })

const LONGEST_MS = 60_000

/** Asks the API of a console by a token. */
export class ConsoleClient {
  readonly #url: URL
  readonly #token: Secret<string>

  constructor(url: URL, token: Secret<string>) {
    this.#url = url
    this.#token = token
  }

  /** The answer at an address below /api/v1. Throws ConsoleRefusal, ConsoleTrouble. */
  async ask<Schema extends z.ZodType>(
    address: string,
    schema: Schema,
    asked: Asked = {},
  ): Promise<Told<z.output<Schema>>> {
    const { response, text } = await this.#send(address, asked)
    const value = json(text)
    if (response.status === 401) throw new ConsoleTrouble(detailOf(value) ?? 'The console does not know the token.')
    const detail = response.ok ? null : detailOf(value)
    if (detail !== null) throw new ConsoleRefusal(response.status, detail)
    const read = schema.safeParse(value)
    if (!response.ok || !read.success)
      throw new ConsoleTrouble(
        `${this.#url.origin} answers as no console of this version does (status ${response.status}).`,
      )
    return { status: response.status, etag: response.headers.get('etag'), value: read.data }
  }

  async #send(address: string, { method = 'GET', body, headers = {} }: Asked) {
    // A console may stand below a path.
    const url = `${this.#url.href.replace(/\/$/, '')}/api/v1/${address}`
    try {
      const response = await fetch(url, {
        method,
        // A redirect could send the token to another server.
        redirect: 'manual',
        signal: AbortSignal.timeout(LONGEST_MS),
        headers: {
          ...headers,
          authorization: `Bearer ${this.#token.reveal()}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { response, text: await response.text() }
    } catch (error) {
      throw new ConsoleTrouble(`${this.#url.origin} cannot be asked: ${reasonOf(error)}.`)
    }
  }
}

function detailOf(value: unknown): string | null {
  const problem = Problem.safeParse(value)
  return problem.success ? problem.data.detail : null
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host is not known at the moment',
  ECONNRESET: 'the connection broke',
  UND_ERR_SOCKET: 'the connection broke',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted (NODE_EXTRA_CA_CERTS names further authorities)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted (NODE_EXTRA_CA_CERTS names further authorities)',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted (NODE_EXTRA_CA_CERTS names further authorities)',
}

/** Finds the reason of a failed `fetch`, which is only in the cause of the error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it fails'
  if (error.name === 'TimeoutError') return `it did not answer within ${LONGEST_MS / 1_000} seconds`
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return REASONS[code] ?? (cause instanceof Error ? cause.message : error.message)
}
