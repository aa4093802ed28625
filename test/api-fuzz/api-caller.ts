import { setTimeout as sleep } from 'node:timers/promises'

/** Who asks: a program by its token, or one of two people by their cookies, since there is what no token may do. */
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

/** Sends a request, and again after 429 once it may. */
export type Send = (path: string, call?: ApiCall) => Promise<Response>

export function sendTo(url: string, token: string, people: People | null): Send {
  const send: Send = async (path, call = {}) => {
    const { method = 'GET', headers, body, as = 'program' } = call
    if (as !== 'program' && people === null) throw new Error(`Nobody is signed in as ${as}.`)
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

/** The answer as JSON. Throws for one that is not well, with what it says: it is asked for before the thing itself. */
export async function readJson(send: Send, path: string, call: ApiCall = {}): Promise<unknown> {
  const response = await send(path, call)
  const text = await response.text()
  if (!response.ok) throw new Error(`${call.method ?? 'GET'} ${path} answered ${response.status}: ${text}`)
  return text === '' ? null : JSON.parse(text)
}
