import type { CookieOption, CookiesOptions } from 'next-auth'

/** Lifetime of cookies that are needed only until the identity provider redirects back. */
const ON_THE_WAY_SECONDS = 15 * 60

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
    pkceCodeVerifier: cookie('pkce.code_verifier', ON_THE_WAY_SECONDS),
    state: cookie('state', ON_THE_WAY_SECONDS),
    nonce: cookie('nonce', ON_THE_WAY_SECONDS),
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
