import { setTimeout as sleep } from 'node:timers/promises'

/** Signs in as a demo user, by default one who may claim. Returns the cookies of the session. */
export async function signIn(url: string, user: 'operator' | 'admin' = 'operator'): Promise<string> {
  const first = await fetch(`${url}/api/auth/csrf`)
  const { csrfToken } = await first.json()
  const cookies = first.headers.getSetCookie()
  const answer = await fetch(`${url}/api/auth/callback/demo`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: joined(cookies), origin: url },
    body: new URLSearchParams({ csrfToken, user, json: 'true' }),
  })
  if (answer.status >= 400) throw new Error(`The sign-in failed: ${answer.status} ${await answer.text()}`)
  return joined([...cookies, ...answer.headers.getSetCookie()])
}

function joined(cookies: readonly string[]): string {
  return cookies.map(cookie => cookie.split(';', 1).join()).join('; ')
}

interface Feed {
  /** Time of the last event, in epoch milliseconds. */
  receivedAt(): number
  /** Number of connections. */
  connects(): number
}

/** Follows events like a browser: reconnects after the last event when the stream ends. `receive` gets the text of events. */
export function streamEvents(
  url: string,
  cookie: string,
  signal: AbortSignal,
  receive: (text: string) => void = () => {},
): Feed {
  let [receivedAt, connects, last] = [0, 0, '']
  const follow = async () => {
    const headers = { cookie, ...(last !== '' && { 'last-event-id': last }) }
    const { ok, body } = await fetch(`${url}/api/v1/events`, { headers, signal })
    if (!ok || body === null) return
    connects++
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      receivedAt = Date.now()
      last = /^id: (.*)$/m.exec(text)?.[1] ?? last
      receive(text)
    }
  }
  const run = async () => {
    while (!signal.aborted) {
      await follow().catch(() => {})
      await sleep(500)
    }
  }
  void run()
  return { receivedAt: () => receivedAt, connects: () => connects }
}
