import type { Auth } from './auth.ts'
import { sessionCookie } from './session-cookies.ts'
import { readToken, type SessionToken } from './session-token.ts'
import type { User } from './sessions/sessions.ts'

/** Who sent a request, by its header `cookie`, where nothing else of the request is at hand; null when nobody is signed in. */
export async function userOfCookie(auth: Auth, cookie: string): Promise<User | null> {
  const token = await tokenOfCookie(auth, cookie)
  return token && auth.sessions.check(token.session, { writes: false, attended: false })
}

/** Id of whoever a cookie was given to, without asking whether the session still lasts; null for a cookie that is none of ours. */
export async function idOfCookie(auth: Auth, cookie: string): Promise<string | null> {
  return (await tokenOfCookie(auth, cookie))?.userId ?? null
}

async function tokenOfCookie({ secret, https }: Auth, cookie: string): Promise<SessionToken | null> {
  const { NextRequest } = await import('next/server')
  const { cookies } = new NextRequest('http://console/', { headers: { cookie } })
  return readToken(secret, cookies.get(sessionCookie(https))?.value)
}
