import type { NextRequest } from 'next/server'
import type { Auth } from '#lib/auth/auth.ts'
import type { Attempt } from '#lib/auth/options.ts'
import { callbackCookie, sessionCookie } from '#lib/auth/session-cookies.ts'
import { readToken } from '#lib/auth/session-token.ts'
import { safeReturnTo } from '#lib/paths.ts'

const MOST_OF_BROWSER = 300

/** What is known of an attempt before next-auth looks at it. */
export async function newAttempt({ secret, https }: Auth, { headers, cookies }: NextRequest): Promise<Attempt> {
  const token = await readToken(secret, cookies.get(sessionCookie(https))?.value)
  return {
    address: addressOf(headers),
    browser: headers.get('user-agent')?.slice(0, MOST_OF_BROWSER) ?? null,
    previous: token?.session ?? null,
    failure: null,
  }
}

/** Where a request came from, as far as the server knows. */
function addressOf(headers: Headers): string | null {
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim().slice(0, 100) || null
}

/** Where the sign-in that a browser began is to lead. */
export function returnToOf({ cookies }: NextRequest, { https, origin }: Auth): string {
  return safeReturnTo(cookies.get(callbackCookie(https))?.value, origin)
}
