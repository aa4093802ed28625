import type { IncomingMessage } from 'node:http'
import type { User } from '#lib/embedded-garden/auth/user.ts'
import type { Resource } from '#lib/embedded-garden/resources/resource.ts'
import type { Services } from '#lib/embedded-garden/services.ts'
import type { Representation } from './negotiation.ts'
import type { RequestInfo, ResourceRequest } from './request-info.ts'

/** One request, authenticated and authorised. */
export interface RequestContext {
  readonly services: Services
  readonly request: IncomingMessage
  readonly info: RequestInfo
  readonly user: User
  readonly userAgent: string
  /** Texts of Warning headers, in the order they come up. */
  readonly warnings: string[]
  /** Aborts when the caller is gone or the server stops. */
  readonly signal: AbortSignal
}

/** A request for a kind the garden serves. */
export interface ResourceContext extends RequestContext {
  readonly target: ResourceRequest
  readonly resource: Resource
  readonly representation: Representation
}
