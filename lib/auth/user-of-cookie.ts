import type { Auth } from './auth.ts'
import { sessionCookie } from './session-cookies.ts'
import { readToken } from './session-token.ts'
import type { User } from './sessions/sessions.ts'

/** Who sent a request, by its header `cookie`, where nothing else of the request is at hand; null when nobody is signed in. Throws what the database throws. */
export async function userOfCookie(auth: Auth, cookie: string): Promise<User | null> {
  const session = await sessionOfCookie(auth, cookie)
  return session === null ? null : auth.sessions.check(session, { writes: false, attended: false })
}

/** Id of the session that a header `cookie` names, without asking whether it still lasts; null for a cookie that is none of ours. */
export async function sessionOfCookie({ secret, https }: Auth, cookie: string): Promise<string | null> {
  const name = `${sessionCookie(https)}=`
  const pair = cookie
    .split(';')
    .map(each => each.trim())
    .findLast(each => each.startsWith(name))
  const token = pair === undefined ? null : await readToken(secret, pair.slice(name.length))
  return token?.session ?? null
}
