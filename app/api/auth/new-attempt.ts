import type { NextRequest } from 'next/server'
import type { Auth } from '#lib/auth/auth.ts'
import type { Attempt } from '#lib/auth/options.ts'
import { callbackCookie, readToken, sessionCookie } from '#lib/auth/session-cookie.ts'
import { safeReturnTo } from '#lib/paths.ts'

const MOST_OF_BROWSER = 300

/** Facts about a sign-in attempt that are known before next-auth handles it. */
export async function newAttempt({ secret, https }: Auth, { headers, cookies }: NextRequest): Promise<Attempt> {
  const token = await readToken(secret, cookies.get(sessionCookie(https))?.value)
  return {
    address: addressOf(headers),
    browser: headers.get('user-agent')?.slice(0, MOST_OF_BROWSER) ?? null,
    previous: token?.session ?? null,
    failure: null,
  }
}

/** Client address of a request as the last proxy reports it; null without a proxy. */
function addressOf(headers: Headers): string | null {
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim().slice(0, 100) || null
}

/** Return target of the sign-in that the browser started. */
export function returnToOf({ cookies }: NextRequest, { https, origin }: Auth): string {
  return safeReturnTo(cookies.get(callbackCookie(https))?.value, origin)
}
