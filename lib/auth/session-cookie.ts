import type { CookieOption, CookiesOptions } from 'next-auth'
import { decode } from 'next-auth/jwt'
import { z } from 'zod'
import type { Secret } from '#lib/util/secret.ts'
import type { Auth } from './auth.ts'
import type { User } from './sessions.ts'

/** Lifetime of cookies that are needed only until the identity provider redirects back. */
const SIGN_IN_SECONDS = 15 * 60

/**
 * Cookies of a sign-in. With https, their names carry the prefix `__Host-`, so a browser accepts
 * them from this host only, never from a sub-domain or over plain http. Plain http does not support
 * the prefix and is meant for the loopback interface only.
 */
export function sessionCookies(https: boolean): CookiesOptions {
  const cookie = (name: string, maxAge?: number): CookieOption => ({
    name: cookieName(name, https),
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure: https, ...(maxAge !== undefined && { maxAge }) },
  })
  return {
    sessionToken: cookie('session-token'),
    callbackUrl: cookie('callback-url'),
    csrfToken: cookie('csrf-token'),
    pkceCodeVerifier: cookie('pkce.code_verifier', SIGN_IN_SECONDS),
    state: cookie('state', SIGN_IN_SECONDS),
    nonce: cookie('nonce', SIGN_IN_SECONDS),
  }
}

/** Name of the session cookie. */
export function sessionCookie(https: boolean): string {
  return cookieName('session-token', https)
}

/** Name of the cookie with the address to open after the sign-in. */
export function callbackCookie(https: boolean): string {
  return cookieName('callback-url', https)
}

function cookieName(name: string, https: boolean): string {
  return `${https ? '__Host-' : ''}next-auth.${name}`
}

/** Content of a session cookie. */
export interface SessionToken {
  /** Id of the session. */
  readonly session: string
  readonly userId: string
  /** Time of authentication in milliseconds since 1970; null when unknown. */
  readonly signedInAt: number | null
}

const Token = z.object({ session: z.string().min(1).max(64), sub: z.string(), signedInAt: z.number().nullable() })

/** Header of every token that next-auth encrypts. Tokens with another algorithm are rejected unread. */
const ENCRYPTED_HEADER = `${Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url')}.`

/** Decodes a session cookie; null when it is invalid or expired. Does not check that the session is still active. */
export async function readToken(secret: Secret<string>, cookie: string | undefined): Promise<SessionToken | null> {
  if (!cookie?.startsWith(ENCRYPTED_HEADER)) return null
  try {
    const { session, sub, signedInAt } = Token.parse(await decode({ token: cookie, secret: secret.reveal() }))
    return { session, userId: sub, signedInAt }
  } catch {
    return null
  }
}

/**
 * The user behind a `cookie` header, for callers without a Next.js request; null when signed out.
 * Throws database errors.
 */
export async function findCookieUser(auth: Auth, cookie: string): Promise<User | null> {
  const session = await findCookieSession(auth, cookie)
  return session === null ? null : auth.sessions.check(session, { writes: false, attended: false })
}

/** Session id in a `cookie` header; null without a valid session cookie. Does not check that the session is active. */
export async function findCookieSession({ secret, https }: Auth, cookie: string): Promise<string | null> {
  const name = `${sessionCookie(https)}=`
  const pair = cookie
    .split(';')
    .map(each => each.trim())
    .findLast(each => each.startsWith(name))
  const token = pair === undefined ? null : await readToken(secret, pair.slice(name.length))
  return token?.session ?? null
}
