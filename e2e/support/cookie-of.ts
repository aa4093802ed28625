import type { Cookies } from './sign-in.ts'

/** The Cookie header with these cookies. */
export function cookieOf(cookies: Cookies): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}
