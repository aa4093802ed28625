import type { User } from '#lib/auth/session.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { AccessGrants } from '#lib/services/tokens/access-grants.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'

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
