import type { Answer } from '#lib/embedded-garden/http/answer.ts'
import type { ResourceContext } from '#lib/embedded-garden/http/context.ts'
import type { ResourceName } from '#lib/embedded-garden/http/errors.ts'
import type { Verb } from '#lib/embedded-garden/http/request-info.ts'
import type { Cause } from '#lib/embedded-garden/http/status.ts'
import type { KubeObject } from '#lib/embedded-garden/object.ts'
import type { Shape } from '#lib/embedded-garden/schema/shape.ts'
import type { Structural } from '#lib/embedded-garden/schema/structural.ts'
import type { Fields } from '#lib/embedded-garden/storage/stored.ts'
import type { Column } from '#lib/embedded-garden/table/column.ts'
import type { WriteContext } from './write-context.ts'

/** A kind as it is served below one group version. */
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
  /** For a kind that is stored in the form of another version. */
  readonly conversion: Conversion | null
  /** Requests that are answered in a way of their own, by `verb` or `verb/subresource`. */
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

/** What makes one kind differ from another when it is written. Every part is optional. */
export interface Strategy {
  /** Fields that field selectors may name, besides name and namespace, and those admission looks up. */
  readonly fields?: (object: KubeObject) => Fields
  readonly selectable?: readonly string[]
  /** What the decoder fills in. */
  readonly defaults?: (object: KubeObject) => void
  readonly prepareForCreate?: (object: KubeObject, context: WriteContext) => void
  readonly prepareForUpdate?: (next: KubeObject, previous: KubeObject, context: WriteContext) => void
  readonly validate?: (object: KubeObject, context: WriteContext) => Cause[]
  readonly validateUpdate?: (next: KubeObject, previous: KubeObject, context: WriteContext) => Cause[]
  /** What is wrong with a write of the status subresource of a built-in kind. */
  readonly validateStatus?: (next: KubeObject, previous: KubeObject) => Cause[]
  readonly nameProblems?: (name: string) => string[]
  readonly warnings?: (object: KubeObject, previous: KubeObject | null) => string[]
  /** Admission that may change the object; before validation. May refuse by throwing ApiError. */
  readonly mutate?: (object: KubeObject, previous: KubeObject | null, context: WriteContext) => void
  /** Admission that only refuses; after validation. */
  readonly admit?: (object: KubeObject, previous: KubeObject | null, context: WriteContext) => void | Promise<void>
  readonly admitDelete?: (object: KubeObject, context: WriteContext) => void
  /** PUT without resourceVersion is accepted. */
  readonly unconditionalUpdate?: boolean
  readonly createOnUpdate?: boolean
  /** An object without name and generateName gets a random name. */
  readonly inventsNames?: boolean
  /** metadata.generation counts changes of everything but metadata and status. */
  readonly generation?: boolean
  /** A deletion answers with the object also when it is gone. */
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
