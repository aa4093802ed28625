import type { User } from '#lib/auth/session.ts'
import type { AccessGrants } from '#lib/services/tokens/access-grants.ts'
import { StoreError } from '#lib/store/failure/store-errors.ts'
import { logError } from '#lib/telemetry/log.ts'

interface GrantContext {
  readonly grants: Pick<AccessGrants, 'recordUse'>
}

/**
 * Records that access was granted, once it was. Out: what the audit log adds; null for nothing. What was granted stays granted when this
 * cannot be recorded: the audit log has it all the same.
 */
export async function recordGrant(
  { grants }: GrantContext,
  { user }: { readonly user: User },
  action: string,
): Promise<string | null> {
  try {
    return await grants.recordUse({ user }, action)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    logError(error)
    return null
  }
}
