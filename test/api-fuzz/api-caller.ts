import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The caller: a program with its token, or one of two persons with their cookies, for operations that no token may use.
 */
export type Caller = 'program' | 'admin' | 'operator'

/** Cookies of an admin and of an operator. */
export type People = Readonly<Record<Exclude<Caller, 'program'>, string>>

export interface ApiCall {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; undefined = none. */
  readonly body?: unknown
  readonly as?: Caller
}

/** Sends a request, and retries after 429 when permitted. */
export type Send = (path: string, call?: ApiCall) => Promise<Response>

export function sendTo(url: string, token: string, people: People | null): Send {
  const send: Send = async (path, call = {}) => {
    const { method = 'GET', headers, body, as = 'program' } = call
    if (as !== 'program' && people === null) throw new Error(`No user is signed in as ${as}.`)
    const proof: Readonly<Record<string, string>> =
      as === 'program' || people === null
        ? { authorization: `Bearer ${token}` }
        : { cookie: people[as], origin: new URL(url).origin }
    const response = await fetch(new URL(path, url), {
      method,
      headers: { ...proof, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
    })
    if (response.status !== 429) return response
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000)
    return send(path, call)
  }
  return send
}

/** The response as JSON. Throws for a failed one with its message, because the request is only a preparation. */
export async function readJson(send: Send, path: string, call: ApiCall = {}): Promise<unknown> {
  const response = await send(path, call)
  const text = await response.text()
  if (!response.ok) throw new Error(`${call.method ?? 'GET'} ${path} answered ${response.status}: ${text}`)
  return text === '' ? null : JSON.parse(text)
}
