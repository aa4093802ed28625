import { RefusedError } from '#lib/services/refused-error.ts'
import type { Outcome } from '#lib/store/audit/entry.ts'
import { StoreError, StoreUnavailableError } from '#lib/store/failure/store-errors.ts'

/** What an action may have come to that ended with an error. */
export type BrokenOff = Exclude<Outcome, 'accepted' | 'cancelled'>

/**
 * What an action whose one transaction ended with an error came to: refused in the error's words, failed where the database says that
 * nothing was written; of anything else nobody knows.
 */
export function brokenOff(error: unknown): BrokenOff {
  if (error instanceof RefusedError) return 'refused'
  if (!(error instanceof StoreError)) return 'unknown'
  return error instanceof StoreUnavailableError && error.outcomeUnknown ? 'unknown' : 'failed'
}
