import { cookies } from 'next/headers'
import type { Auth } from '#lib/auth/auth.ts'
import { callbackCookie } from '#lib/auth/session-cookie.ts'

/**
 * Drops a callback cookie that contains no URL. Otherwise next-auth would answer 500 to every
 * request, including sign-out, until the cookie is removed.
 */
export async function forgetNoAddress({ https }: Pick<Auth, 'https'>): Promise<void> {
  const jar = await cookies()
  const name = callbackCookie(https)
  const place = jar.get(name)?.value
  if (place !== undefined && !isAddress(place)) jar.delete(name)
}

/** Whether next-auth accepts the value: a path or an absolute URL. */
export function isAddress(place: string): boolean {
  const url = URL.parse(place, place.startsWith('/') ? 'http://console' : undefined)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
}
