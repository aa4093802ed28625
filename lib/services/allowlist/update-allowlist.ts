import { logError } from '#lib/telemetry/log.ts'
import { type AllowlistCall, type AllowlistContext, type AllowlistResult, changeAllowlist } from './change-allowlist.ts'

interface AllowlistServices extends Omit<AllowlistContext, 'start'> {
  readonly multiAccount: {
    readonly start: { readonly multiAccount: AllowlistContext['start'] }
    refresh(): Promise<void>
  }
}

/** Sets allowlist and limits, and reads them again at once. Throws as changeAllowlist does. */
export async function updateAllowlist(
  { store, audit, multiAccount }: AllowlistServices,
  request: AllowlistCall,
): Promise<AllowlistResult> {
  const result = await changeAllowlist({ store, audit, start: multiAccount.start.multiAccount }, request)
  // The change is saved even when this read fails; the periodic refresh retries it.
  await multiAccount.refresh().catch((error: unknown) => void logError(error))
  return result
}
