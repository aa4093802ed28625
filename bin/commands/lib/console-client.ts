import { z } from 'zod'
import { hasNoUserInfo } from '#lib/env/shapes.ts'
import { askingEnv } from '#lib/env.ts'
import { isLoopback } from '#lib/http/request-origin.ts'
import { Secret } from '#lib/util/secret.ts'
import { EXIT, type Io, UsageError } from '../../command.ts'

/** The console refused the request; `message` says why and what to do. */
export class ConsoleRefusal extends Error {
  override readonly name = 'ConsoleRefusal'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The console cannot answer: it is unreachable, rejects the token, or the address is not a console. */
export class ConsoleUnavailable extends Error {
  override readonly name = 'ConsoleUnavailable'
}

interface Asked {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer of the console. */
interface Told<Value> {
  readonly status: number
  readonly etag: string | null
  readonly value: Value
}

const Problem = z.object({ title: z.string(), detail: z.string() })

const LONGEST_MS = 60_000

/** A client of the API of a console with a token. */
export class ConsoleClient {
  readonly #url: URL
  readonly #token: Secret<string>

  constructor(url: URL, token: Secret<string>) {
    this.#url = url
    this.#token = token
  }

  /** The answer at an address below /api/v1. Throws ConsoleRefusal, ConsoleUnavailable. */
  async ask<Schema extends z.ZodType>(
    address: string,
    schema: Schema,
    asked: Asked = {},
  ): Promise<Told<z.output<Schema>>> {
    const { response, text } = await this.#send(address, asked)
    const value = json(text)
    if (response.status === 401) throw new ConsoleUnavailable(detailOf(value) ?? 'The console rejected the token.')
    const detail = response.ok ? null : detailOf(value)
    if (detail !== null) throw new ConsoleRefusal(response.status, detail)
    const read = schema.safeParse(value)
    if (!response.ok || !read.success)
      throw new ConsoleUnavailable(
        `${this.#url.origin} returned status ${response.status} without a valid response of this version. Check --console, the proxy in front of it, and that both versions match.`,
      )
    return { status: response.status, etag: response.headers.get('etag'), value: read.data }
  }

  async #send(address: string, { method = 'GET', body, headers = {} }: Asked) {
    // The address of a console may have a path.
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
      throw new ConsoleUnavailable(`${this.#url.origin} cannot be reached: ${reasonOf(error)}.`)
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
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'the host name cannot be resolved at the moment',
  ECONNRESET: 'the connection broke',
  UND_ERR_SOCKET: 'the connection broke',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted (NODE_EXTRA_CA_CERTS names further authorities)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted (NODE_EXTRA_CA_CERTS names further authorities)',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted (NODE_EXTRA_CA_CERTS names further authorities)',
}

/** Finds the reason of a failed `fetch`, which is only in the cause of the error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed'
  if (error.name === 'TimeoutError') return `no response within ${LONGEST_MS / 1_000} seconds`
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return REASONS[code] ?? (cause instanceof Error ? cause.message : error.message)
}

/**
 * Runs a command against the console and returns its exit code. A refusal prints the message from
 * `words` and returns 1; an unreachable console prints its error and returns 2. Rethrows any other
 * error.
 */
export async function atConsole(
  io: Io,
  ask: () => Promise<number>,
  words: (refusal: string) => string = refusal => refusal,
): Promise<number> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ConsoleRefusal || error instanceof ConsoleUnavailable)) throw error
    const isRefusal = error instanceof ConsoleRefusal
    io.err(`hap: ${isRefusal ? words(error.message) : error.message}`)
    return isRefusal ? EXIT.wrong : EXIT.usage
  }
}

/** Options of every command that calls a console. */
export const CONSOLE_OPTIONS = {
  console: { type: 'string' },
  'token-file': { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

export const CONSOLE_OPTIONS_HELP = `
  --console URL               address of the console; default: HAP_CONSOLE_URL
  --token-file FILE           file with an API token, "-" for the standard input; default: the token in HAP_TOKEN
  --json                      the response of the console, as JSON

An admin creates tokens in the console under Settings, API tokens. Exit code 2: wrong usage, an unreachable console, a
rejected token, or a response that is not valid.`

interface ConsoleOptions {
  readonly console?: string | undefined
  readonly 'token-file'?: string | undefined
}

/** A token has 47 characters. */
const MAX_TOKEN_BYTES = 1_000

/**
 * A client of the console that the options name. Warns of an address over which the token is readable. Throws UsageError
 * for a missing or invalid address or token.
 */
export async function consoleOf(options: ConsoleOptions, io: Io): Promise<ConsoleClient> {
  const { url: known, token: given } = askingEnv()
  const address = options.console ?? known
  if (address === null) throw new UsageError('the address of the console is missing. Set --console or HAP_CONSOLE_URL.')
  const url = URL.canParse(address) ? new URL(address) : null
  if (!hasNoUserInfo(address))
    throw new UsageError('the address of the console must not contain a user or password. The API token suffices.')
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`"${address}" is not the address of a console. Example: https://hap.example.com.`)
  const file = options['token-file']
  const token =
    file === undefined ? given : new Secret(new TextDecoder().decode(await io.read(file, MAX_TOKEN_BYTES)).trim())
  if (token === null) throw new UsageError('the API token is missing. Set --token-file or HAP_TOKEN.')
  if (!/^[\x21-\x7e]{1,200}$/.test(token.reveal()))
    throw new UsageError(
      `${file === undefined ? 'HAP_TOKEN' : file} has no API token. A token is one word that begins with hap_.`,
    )
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    io.err(`hap: the API token is sent unencrypted to ${url.origin}. Use the https address of the console.`)
  return new ConsoleClient(url, token)
}
