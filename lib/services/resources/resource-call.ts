import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import type { Role } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import { userObstacle } from '#lib/auth/user-obstacle.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { RESOURCE_ENTRIES, type ResourceVerb } from '#lib/hap/audit/target.ts'
import { attemptDraft, type FailedOutcome, failedOutcome } from '#lib/services/audit/audited.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { AccessGrants } from '#lib/services/tokens/access-grants.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'
import { StoreError } from '#lib/store/failure/store-errors.ts'
import { logError } from '#lib/telemetry/log.ts'

/** What the verbs on Clusters and SubscriptionRequests work with. */
export interface ResourceContext {
  /** Of the control plane. */
  readonly control: Pick<GardenClient, 'get' | 'create' | 'delete'>
  /** Of the custom resources. */
  readonly namespace: string
  readonly audit: Pick<AuditLog, 'intent' | 'outcome' | 'refused'>
  readonly grants: Pick<AccessGrants, 'obstacle' | 'require' | 'recordUse'>
  /** The time sign-ins are kept by, in milliseconds since 1970. */
  now(): number
}

/** Who asks for something. */
export interface ResourceCall {
  readonly user: User
  readonly requestId: string | null
  readonly input: unknown
}

/** The same for what may need a recent sign-in. */
export interface ProvedCall extends ResourceCall {
  /** When the user proved who they are, in milliseconds since 1970; null where that is not known. */
  readonly signedInAt: number | null
}

/** Throws RefusedError unless somebody has the role a verb needs. */
export function requireVerb(verb: ResourceVerb, user: User): void {
  requireRoleFor(user, verb === 'delete-cluster' ? NEEDED_ROLES.deleteCluster : NEEDED_ROLES.resources)
}

/** Throws RefusedError unless somebody has this role. */
export function requireRoleFor(user: User, needed: Role): void {
  const obstacle = userObstacle(user, needed)
  if (obstacle !== null) throw new RefusedError(403, obstacle)
}

/** The entry of an attempt of which nothing is read yet. */
export function attemptOf(
  verb: ResourceVerb,
  call: Pick<ResourceCall, 'user' | 'requestId'>,
  targets: readonly string[],
): IntentDraft {
  return attemptDraft(RESOURCE_ENTRIES[verb], call, targets)
}

/** What a write to the control plane came to that ended with an error. */
export function failedWriteOutcome(error: unknown): FailedOutcome {
  if (error instanceof GardenError) return error.certainty === 'unknown' ? 'unknown' : 'failed'
  return failedOutcome(error)
}

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
