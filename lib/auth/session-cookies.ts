import type { CookieOption, CookiesOptions } from 'next-auth'

/** Of a state that only has to last until the identity provider sends the browser back. */
const ON_THE_WAY_SECONDS = 15 * 60

/**
 * The cookies of a sign-in. By https their names begin with `__Host-`: a browser takes such a cookie from this very host only, never
 * from a sub-domain or by plain http. Without https there is no such name, and nothing but the loopback interface should be used so.
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

/** Name of the cookie that names the session. */
export function sessionCookie(https: boolean): string {
  return cookieName('session-token', https)
}

/** Name of the cookie that says where the sign-in leads to. */
export function callbackCookie(https: boolean): string {
  return cookieName('callback-url', https)
}

function cookieName(name: string, https: boolean): string {
  return `${https ? '__Host-' : ''}next-auth.${name}`
}
