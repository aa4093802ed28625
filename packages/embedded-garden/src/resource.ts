import type { IncomingMessage } from 'node:http'
import type { SecretGuard } from '#embedded-garden/admission/secret-guard.ts'
import type { Throttle } from '#embedded-garden/admission/throttle.ts'
import type { AggregatedApi } from '#embedded-garden/aggregated-api.ts'
import type { AccountAuthenticator } from '#embedded-garden/auth/account-authenticator.ts'
import type { Authenticator } from '#embedded-garden/auth/authenticator.ts'
import type { Rbac } from '#embedded-garden/auth/rbac.ts'
import type { ServiceAccountTokens } from '#embedded-garden/auth/service-account-token.ts'
import type { User } from '#embedded-garden/auth/user.ts'
import type { Clock } from '#embedded-garden/clock.ts'
import type { Answer } from '#embedded-garden/http/answer.ts'
import type { ResourceName } from '#embedded-garden/http/errors.ts'
import type { Representation } from '#embedded-garden/http/negotiation.ts'
import type { RequestInfo, ResourceRequest, Verb } from '#embedded-garden/http/request-info.ts'
import type { Cause } from '#embedded-garden/http/status.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import type { Shape } from '#embedded-garden/schema/shape.ts'
import type { Structural } from '#embedded-garden/schema/structural.ts'
import type { ShootAccess } from '#embedded-garden/shoot-access/shoot-identity.ts'
import type { Store } from '#embedded-garden/storage/store.ts'
import type { Fields } from '#embedded-garden/storage/stored.ts'
import type { Column } from '#embedded-garden/table/columns.ts'

/** A kind in one group version. */
export interface Resource extends ResourceName {
  readonly version: string
  readonly singular: string
  readonly listKind: string
  readonly namespaced: boolean
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly verbs: readonly Verb[]
  /** Collection in the store, `plural.group`; two versions of one kind share it. */
  readonly storage: string
  /** Served by Gardener's API server behind the aggregation layer. */
  readonly aggregated: boolean
  /** Schema of a custom resource, null for built-in kinds. List items of custom resources carry apiVersion and kind. */
  readonly custom: Structural | null
  readonly shape: Shape
  /** Name of the kind in the OpenAPI documents. */
  readonly schemaName: string
  readonly strategy: Strategy
  readonly statusSubresource: boolean
  /** Other subresources, for discovery. */
  readonly subresources: readonly Subresource[]
  readonly columns: readonly Column[]
  /** Conversion for a kind that is stored in another version; null for others. */
  readonly conversion: Conversion | null
  /** Requests with a dedicated handler, by `verb` or `verb/subresource`. */
  readonly special: Readonly<Record<string, SpecialHandler>>
}

export type SpecialHandler = (context: ResourceContext) => Answer | Promise<Answer>

interface Subresource {
  readonly name: string
  readonly kind: string
  readonly verbs: readonly Verb[]
  readonly group?: string
  readonly version?: string
}

interface Conversion {
  fromStorage(object: KubeObject): KubeObject
  toStorage(object: KubeObject): KubeObject
}

/** The write path of one kind: defaults, validation, admission. Every part is optional. */
export interface Strategy {
  /** Fields for field selectors (besides name and namespace) and for lookups of admission. */
  readonly fields?: (object: KubeObject) => Fields
  readonly selectable?: readonly string[]
  /** Sets the defaults that the decoder fills in. */
  readonly defaults?: (object: KubeObject) => void
  readonly prepareForCreate?: (object: KubeObject, context: WriteContext) => void
  readonly prepareForUpdate?: (next: KubeObject, previous: KubeObject, context: WriteContext) => void
  readonly validate?: (object: KubeObject, context: WriteContext) => Cause[]
  readonly validateUpdate?: (next: KubeObject, previous: KubeObject, context: WriteContext) => Cause[]
  /** Validates a write of the status subresource of a built-in kind. */
  readonly validateStatus?: (next: KubeObject, previous: KubeObject) => Cause[]
  readonly nameProblems?: (name: string) => string[]
  readonly warnings?: (object: KubeObject, previous: KubeObject | null) => string[]
  /** Mutating admission, before validation. Refuses by throwing ApiError. */
  readonly mutate?: (object: KubeObject, previous: KubeObject | null, context: WriteContext) => void
  /** Validating admission, after validation. */
  readonly admit?: (object: KubeObject, previous: KubeObject | null, context: WriteContext) => void | Promise<void>
  readonly admitDelete?: (object: KubeObject, context: WriteContext) => void
  /** PUT without resourceVersion is accepted. */
  readonly unconditionalUpdate?: boolean
  readonly createOnUpdate?: boolean
  /** An object without name and generateName gets a random name. */
  readonly inventsNames?: boolean
  /** metadata.generation counts changes of everything but metadata and status. */
  readonly generation?: boolean
  /** A complete deletion returns the object instead of a Status. */
  readonly returnsDeleted?: boolean
  /** Replaces the first step of a deletion; true when the object stays for now. */
  readonly beginDeletion?: (object: KubeObject, now: string) => boolean
}

export const ALL_VERBS: readonly Verb[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
]

/** `v1`, `core.gardener.cloud/v1beta1`. */
export function apiVersionOf(resource: { group: string; version: string }): string {
  return resource.group ? `${resource.group}/${resource.version}` : resource.version
}

/** User, resource and time of one write, for validation and admission. */
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

/** One request, authenticated and authorised. */
export interface RequestContext {
  readonly services: Services
  readonly request: IncomingMessage
  readonly info: RequestInfo
  readonly user: User
  readonly userAgent: string
  /** Texts of Warning headers, in the order of their occurrence. */
  readonly warnings: string[]
  /** Aborts when the client disconnects or the server stops. */
  readonly signal: AbortSignal
}

/** A request for a kind that the garden serves. */
export interface ResourceContext extends RequestContext {
  readonly target: ResourceRequest
  readonly resource: Resource
  readonly representation: Representation
}

/** The parts of one API server for its request handlers. */
export interface Services {
  readonly store: Store
  readonly registry: Registry
  readonly rbac: Rbac
  readonly authenticator: Authenticator
  readonly accounts: AccountAuthenticator
  readonly accountTokens: ServiceAccountTokens
  readonly clock: Clock
  /** Limit of the requests Gardener's API server sends to kube-apiserver. */
  readonly throttle: Throttle
  readonly aggregatedApi: AggregatedApi
  readonly secretGuard: SecretGuard
  /** Version of Kubernetes, as `v1.34.7`. */
  readonly version: string
  /** The shoots' API servers; null in a garden without them, and in those servers themselves. */
  readonly shoots: ShootAccess | null
}

/** Every kind that the garden serves; custom kinds are added and removed with their definitions. */
export class Registry {
  readonly #resources = new Map<string, Resource>()
  readonly #groups = new Map<string, Set<string>>()

  add(resource: Resource): void {
    this.#resources.set(`${apiVersionOf(resource)}/${resource.plural}`, resource)
    const versions = this.#groups.get(resource.group) ?? new Set()
    this.#groups.set(resource.group, versions.add(resource.version))
  }

  remove(resource: Resource): void {
    this.#resources.delete(`${apiVersionOf(resource)}/${resource.plural}`)
    if (this.inGroupVersion(resource.group, resource.version).length > 0) return
    const versions = this.#groups.get(resource.group)
    versions?.delete(resource.version)
    if (versions?.size === 0) this.#groups.delete(resource.group)
  }

  find(group: string, version: string, plural: string): Resource | null {
    return this.#resources.get(`${apiVersionOf({ group, version })}/${plural}`) ?? null
  }

  /** The kind with this `apiVersion` and `kind`. */
  findKind(apiVersion: string, kind: string): Resource | null {
    return this.all().find(resource => resource.kind === kind && apiVersionOf(resource) === apiVersion) ?? null
  }

  all(): Resource[] {
    return [...this.#resources.values()]
  }

  groups(): string[] {
    return [...this.#groups.keys()]
  }

  versions(group: string): string[] {
    return [...(this.#groups.get(group) ?? [])]
  }

  inGroupVersion(group: string, version: string): Resource[] {
    return this.all().filter(resource => resource.group === group && resource.version === version)
  }
}
