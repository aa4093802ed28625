import type { Cookies } from './sign-in.ts'

/** The header of who has these cookies. */
export function cookieOf(cookies: Cookies): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}
