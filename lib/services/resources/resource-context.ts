import type { User } from '#lib/auth/session.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'

/** What the verbs on Clusters and SubscriptionRequests work with. */
export interface ResourceContext {
  /** Of the control plane. */
  readonly control: Pick<GardenClient, 'get' | 'create' | 'delete'>
  /** Of the custom resources. */
  readonly namespace: string
  readonly audit: Pick<AuditLog, 'intent' | 'outcome' | 'refused'>
}

/** Who asks for something. */
export interface ResourceCall {
  readonly user: User
  readonly requestId: string | null
  readonly input: unknown
}
