import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import type { ClaimContext } from './claim-context.ts'
import { waitsOn } from './waits-behind.ts'

/**
 * Ends the work on a claim of which nothing was written, nor will be: it waits on, where it was told so before, and else it failed.
 * Out: the claim as it then is; null when somebody else works on it, or there was nothing to end.
 */
export async function unwritten(
  { ledger }: ClaimContext,
  claim: ClaimRecord,
  why: string,
  mayWait = true,
): Promise<ClaimRecord | null> {
  const lease = { id: claim.id, token: claim.token }
  if (mayWait && claim.queuedAt !== null)
    return (await ledger.requeue(lease, waitsOn(why))) ? { ...claim, status: 'waiting' } : null
  return (await ledger.fail(lease, why)) ? { ...claim, status: 'failed' } : null
}
