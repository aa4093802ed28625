import { cookies } from 'next/headers'
import type { Auth } from '#lib/auth/auth.ts'
import { callbackCookie } from '#lib/auth/session-cookies.ts'

/**
 * Forgets where a sign-in was to lead when what the browser sends is no address: next-auth would answer 500 to everything, sign-out
 * among it, until the cookie goes.
 */
export async function forgetNoAddress({ https }: Pick<Auth, 'https'>): Promise<void> {
  const jar = await cookies()
  const name = callbackCookie(https)
  const place = jar.get(name)?.value
  if (place !== undefined && !isAddress(place)) jar.delete(name)
}

/** As next-auth sees it: a path, or the whole of it. */
export function isAddress(place: string): boolean {
  const url = URL.parse(place, place.startsWith('/') ? 'http://console' : undefined)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
}
