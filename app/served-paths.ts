import type { Env } from '#lib/env.ts'

/**
 * Whether a process with these roles serves an address. One without the web role serves only its
 * health.
 */
export function isServed(pathname: string, roles: Env['HAP_ROLES']): boolean {
  return roles.includes('web') || /^\/(healthz|readyz)\/?$/.test(pathname)
}
