import type { Auth } from './auth.ts'
import { sessionCookie } from './session-cookies.ts'
import { readToken } from './session-token.ts'
import type { User } from './sessions/sessions.ts'

/**
 * The user behind a `cookie` header, for callers without a Next.js request; null when signed out.
 * Throws database errors.
 */
export async function userOfCookie(auth: Auth, cookie: string): Promise<User | null> {
  const session = await sessionOfCookie(auth, cookie)
  return session === null ? null : auth.sessions.check(session, { writes: false, attended: false })
}

/** Session id in a `cookie` header; null without a valid session cookie. Does not check that the session is active. */
export async function sessionOfCookie({ secret, https }: Auth, cookie: string): Promise<string | null> {
  const name = `${sessionCookie(https)}=`
  const pair = cookie
    .split(';')
    .map(each => each.trim())
    .findLast(each => each.startsWith(name))
  const token = pair === undefined ? null : await readToken(secret, pair.slice(name.length))
  return token?.session ?? null
}
