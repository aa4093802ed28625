import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from '../replicas/clients.ts'
import type { Tally } from './tally.ts'

interface Answer {
  readonly status: number
  readonly etag: string | null
  readonly body: Readonly<Record<string, unknown>>
}

interface Call {
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Statuses other than success that need no retry. */
  readonly known?: readonly number[]
}

/** Statuses to retry: a fault, an outage, or a conflict with another client. */
const LATER = new Set([409, 412, 429, 503, 504])
const PAUSE_MS = 500
const WITHIN_MS = 60_000

/** A user of the API of a console with faults, who retries until there is a response. */
export class Caller {
  readonly #url: string
  readonly #cookie: string
  readonly #tally: Tally
  readonly #ends: AbortSignal

  private constructor(url: string, cookie: string, tally: Tally, ends: AbortSignal) {
    this.#url = url
    this.#cookie = cookie
    this.#tally = tally
    this.#ends = ends
  }

  static async signIn(url: string, user: 'operator' | 'admin', tally: Tally, ends: AbortSignal): Promise<Caller> {
    return new Caller(url, await signIn(url, user), tally, ends)
  }

  get cookie(): string {
    return this.#cookie
  }

  /** Sends a request at most `tries` times; null without a response. */
  async ask(call: Call, tries: number): Promise<Answer | null> {
    for (let n = 0; n < tries && !this.#ends.aborted; n++) {
      const answer = await this.#once(call)
      if (answer !== null && (answer.status < 300 || call.known?.includes(answer.status))) return answer
      if (answer !== null && !LATER.has(answer.status)) {
        const asked = `${call.method ?? 'GET'} ${call.path}`
        this.#tally.unexpected(`API ${answer.status}`, `${asked}: ${JSON.stringify(answer.body).slice(0, 300)}`)
        return null
      }
      if (answer !== null) this.#tally.count(`API ${answer.status}`)
      await sleep(PAUSE_MS)
    }
    return null
  }

  async #once({ method = 'GET', path, body, headers }: Call): Promise<Answer | null> {
    try {
      const answer = await fetch(`${this.#url}${path}`, {
        method,
        headers: {
          cookie: this.#cookie,
          origin: this.#url,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(WITHIN_MS),
      })
      return {
        status: answer.status,
        etag: answer.headers.get('etag'),
        body: JSON.parse((await answer.text()) || '{}'),
      }
    } catch (error) {
      this.#tally.count(`no answer (${causeOf(error)})`)
      return null
    }
  }
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.name
  return String(cause)
}
