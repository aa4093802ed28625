import { LOCAL_HEADER } from '#lib/http/gate-headers.ts'
import type { Auth } from './auth.ts'

/** Whether the sender of a request may sign in as a demo user; expects `headers` after the gate has set them. */
export function offersDemoUsers(
  { demoUsers, demoIsLocal }: Pick<Auth, 'demoUsers' | 'demoIsLocal'>,
  headers: Headers,
): boolean {
  return demoUsers && (!demoIsLocal || headers.get(LOCAL_HEADER) === 'yes')
}
