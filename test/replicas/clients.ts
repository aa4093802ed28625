import { setTimeout as sleep } from 'node:timers/promises'

/** Signs in as a demo user, by default one who may claim. Out: the cookies of the session. */
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
  if (answer.status >= 400) throw new Error(`Nobody could sign in: ${answer.status} ${await answer.text()}`)
  return joined([...cookies, ...answer.headers.getSetCookie()])
}

function joined(cookies: readonly string[]): string {
  return cookies.map(cookie => cookie.split(';', 1).join()).join('; ')
}

interface Feed {
  /** When it last heard something, in epoch milliseconds. */
  heardAt(): number
  /** How often it was connected. */
  connects(): number
}

/** Follows events as a browser does: connects anew when the stream ends, from the last event on. `hear` gets what comes, as text. */
export function streamEvents(
  url: string,
  cookie: string,
  signal: AbortSignal,
  hear: (text: string) => void = () => {},
): Feed {
  let [heardAt, connects, last] = [0, 0, '']
  const follow = async () => {
    const headers = { cookie, ...(last !== '' && { 'last-event-id': last }) }
    const { ok, body } = await fetch(`${url}/api/v1/events`, { headers, signal })
    if (!ok || body === null) return
    connects++
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      heardAt = Date.now()
      last = /^id: (.*)$/m.exec(text)?.[1] ?? last
      hear(text)
    }
  }
  const run = async () => {
    while (!signal.aborted) {
      await follow().catch(() => {})
      await sleep(500)
    }
  }
  void run()
  return { heardAt: () => heardAt, connects: () => connects }
}
