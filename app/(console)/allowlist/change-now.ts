import { runtime } from '#lib/runtime.ts'
import { type AllowlistResult, changeAllowlist } from '#lib/services/allowlist/change-allowlist.ts'
import { logError } from '#lib/telemetry/log.ts'

/** Sets allowlist and limits, for a page or the API. Throws as changeAllowlist does. */
export async function changeAllowlistNow(request: Parameters<typeof changeAllowlist>[1]): Promise<AllowlistResult> {
  const { store, audit, multiAccount } = runtime()
  const result = await changeAllowlist({ store, audit, start: multiAccount.start.multiAccount }, request)
  // What is not read now is read in a moment by itself: the change is made all the same.
  await multiAccount.refresh().catch((error: unknown) => void logError(error))
  return result
}
