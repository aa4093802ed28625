import type { User } from '#lib/auth/session.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { SecretReader } from '#lib/garden/client/secret-reader.ts'
import type { Exceptions } from '#lib/hap/access/dangers.ts'
import type { AccessGrants } from '#lib/services/tokens/access-grants.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'

/** What the verbs on requests of kubeconfigs work with. */
export interface KubeconfigContext {
  /** Of the control plane. */
  readonly control: Pick<GardenClient, 'get' | 'page' | 'create' | 'patch' | 'delete'>
  /** Of the same cluster; downloads alone use it. */
  readonly secrets: Pick<SecretReader, 'read'>
  /** Of the requests. */
  readonly namespace: string
  readonly exceptions: Exceptions
  readonly audit: Pick<AuditLog, 'intent' | 'outcome' | 'refused'>
  readonly grants: Pick<AccessGrants, 'obstacle' | 'require' | 'recordUse'>
  readonly clock: { now(): number }
}

/** Who asks for something. */
export interface KubeconfigCall {
  readonly user: User
  readonly requestId: string | null
  /** When the user proved who they are, in milliseconds since 1970; null where that is not known. */
  readonly signedInAt: number | null
  readonly input: unknown
}
