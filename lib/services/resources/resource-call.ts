import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import type { Role } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import { userRefusal } from '#lib/auth/user-refusal.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { RESOURCE_AUDIT_NAMES, type ResourceVerb } from '#lib/hap/audit/target.ts'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { attemptDraft, type FailedOutcome, failedOutcome } from '#lib/services/audit/audited.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { AccessGrants } from '#lib/services/tokens/access-grants.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { logError } from '#lib/telemetry/log.ts'

/** The dependencies of the verbs on Clusters and SubscriptionRequests. */
export interface ResourceContext {
  /** Client of the control plane. */
  readonly control: Pick<GardenClient, 'get' | 'create' | 'delete'>
  /** Namespace of the custom resources. */
  readonly namespace: string
  readonly audit: Pick<AuditLog, 'intent' | 'outcome' | 'refused'>
  readonly grants: Pick<AccessGrants, 'obstacle' | 'require' | 'recordUse'>
  /** The clock of sign-ins, in milliseconds since 1970. */
  now(): number
}

/** A call of a verb, and its user. */
export interface ResourceCall {
  readonly user: User
  readonly requestId: string | null
  readonly input: unknown
}

/** A call that may need a recent sign-in. */
export interface ProvedCall extends ResourceCall {
  /** When the user signed in, in milliseconds since 1970; null if unknown. */
  readonly signedInAt: number | null
}

/** Returns what verbs on custom resources depend on. Throws RefusedRequestError 503 without a control plane. */
export function requireControlPlane<Context>(context: Context | null): Context {
  if (context === null) throw new RefusedRequestError(503, 'No control plane is configured.')
  return context
}

/** Requires the role that a verb needs. Throws RefusedError. */
export function requireVerb(verb: ResourceVerb, user: User): void {
  requireRoleFor(user, verb === 'delete-cluster' ? NEEDED_ROLES.deleteCluster : NEEDED_ROLES.resources)
}

/** Requires a role. Throws RefusedError. */
export function requireRoleFor(user: User, needed: Role): void {
  const obstacle = userRefusal(user, needed)
  if (obstacle !== null) throw new RefusedError(403, obstacle)
}

/** The audit record of an attempt before its input is parsed. */
export function attemptOf(
  verb: ResourceVerb,
  call: Pick<ResourceCall, 'user' | 'requestId'>,
  targets: readonly string[],
): IntentDraft {
  return attemptDraft(RESOURCE_AUDIT_NAMES[verb], call, targets)
}

/** The outcome of a write to the control plane that threw. */
export function failedWriteOutcome(error: unknown): FailedOutcome {
  if (error instanceof GardenError) return error.certainty === 'unknown' ? 'unknown' : 'failed'
  return failedOutcome(error)
}

/** Whether the server refuses the object itself: it is not valid, or an admission rule or a quota refuses it. */
export function isObjectRefused(error: unknown): error is GardenError {
  return error instanceof GardenError && (error.kind === 'invalid' || error.obstacle === 'admission')
}

interface GrantContext {
  readonly grants: Pick<AccessGrants, 'recordUse'>
}

/**
 * Records the use of a grant after access was granted. Returns a note for the audit log; null for
 * none. If recording fails the access stays granted, and the audit log has it anyway.
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
