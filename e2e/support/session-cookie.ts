import { decode, encode, type JWT } from 'next-auth/jwt'
import { SESSION_SECRET } from './landscape.ts'
import type { Cookies } from './sign-in.ts'

/** Name of the cookie of a session where there is no https. */
export const SESSION_COOKIE = 'next-auth.session-token'

/** What the cookie of a session says. */
export async function sessionTokenIn(cookies: Cookies): Promise<JWT> {
  const { value = '' } = cookies.find(({ name }) => name === SESSION_COOKIE) ?? {}
  const token = await decode({ token: value, secret: SESSION_SECRET })
  if (token === null) throw new Error('These are not the cookies of a session.')
  return token
}

/** A cookie that says something else, as only who has the key can make one. */
export function sealedToken(token: JWT, { secret = SESSION_SECRET, maxAge = 3_600 } = {}): Promise<string> {
  return encode({ token, secret, maxAge })
}
