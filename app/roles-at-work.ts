import type { Env } from '#lib/env.ts'

/** Whether a process with these roles answers at an address: one without pages tells only how it is. */
export function isServed(pathname: string, roles: Env['HAP_ROLES']): boolean {
  return roles.includes('web') || /^\/(healthz|readyz)\/?$/.test(pathname)
}
