import { decode, encode, type JWT } from 'next-auth/jwt'
import { SESSION_SECRET } from './landscape.ts'
import type { Cookies } from './sign-in.ts'

/** Name of the session cookie without https. */
export const SESSION_COOKIE = 'next-auth.session-token'

/** The decoded session cookie. */
export async function sessionTokenIn(cookies: Cookies): Promise<JWT> {
  const { value = '' } = cookies.find(({ name }) => name === SESSION_COOKIE) ?? {}
  const token = await decode({ token: value, secret: SESSION_SECRET })
  if (token === null) throw new Error('These are not the cookies of a session.')
  return token
}

/** A session cookie with other contents, which requires the key. */
export function sealedToken(token: JWT, { secret = SESSION_SECRET, maxAge = 3_600 } = {}): Promise<string> {
  return encode({ token, secret, maxAge })
}
