import type { Env } from '#lib/env.ts'
import type { CleaningSettings } from '#lib/garden/cleaning/cleaner-outlook.ts'

/** What cleaners may do, in whichever process they are at work. */
export function cleaningSettings(
  env: Pick<Env, 'HAP_CLEANERS' | 'HAP_CLEANERS_DELETE' | 'HAP_PROTECTED_ACCOUNTS'>,
): CleaningSettings {
  return {
    cleaners: new Set(env.HAP_CLEANERS ?? []),
    deletes: env.HAP_CLEANERS_DELETE,
    protectedNames: new Set(env.HAP_PROTECTED_ACCOUNTS ?? []),
  }
}
