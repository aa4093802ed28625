import type { User } from '#lib/embedded-garden/auth/user.ts'
import type { Services } from '#lib/embedded-garden/services.ts'
import type { Resource } from './resource.ts'

/** Who writes what, for the parts of the write path that decide on it. */
export interface WriteContext {
  readonly services: Services
  readonly user: User
  readonly resource: Resource
  readonly namespace: string
  readonly dryRun: boolean
  /** RFC 3339, the time of this request. */
  readonly now: string
  readonly subresource: string
}
