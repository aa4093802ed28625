import { badRequest } from '#embedded-garden/http/errors.ts'
import type { JsonObject } from '#embedded-garden/json.ts'
import { type KubeObject, metadataOf } from '#embedded-garden/object.ts'
import { apiVersionOf, type Resource } from '#embedded-garden/resource.ts'

export type IncludeObject = 'None' | 'Metadata' | 'Object'

/** The part of each object in a Table. Throws 400 for an unknown value. */
export function includeObjectOf(query: URLSearchParams): IncludeObject {
  const asked = query.get('includeObject') || 'Metadata'
  if (asked === 'None' || asked === 'Metadata' || asked === 'Object') return asked
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: ${JSON.stringify(asked)} is none of 'Metadata', 'Object', 'None'`,
  )
}

/** The Table of `objects`, which have neither apiVersion nor kind. */
export function renderTable(
  resource: Resource,
  objects: readonly KubeObject[],
  metadata: JsonObject,
  include: IncludeObject,
  now: Date,
): JsonObject {
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: resource.columns.map(({ name, type, format, description, priority }) => ({
      name,
      type,
      format,
      description,
      priority,
    })),
    rows: objects.map(object => ({
      cells: resource.columns.map(column => column.cell(object, now)),
      object: include === 'None' ? null : include === 'Object' ? presented(resource, object) : partial(object),
    })),
  }
}

/** The metadata-only form of an object. */
export function partial(object: KubeObject): JsonObject {
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: metadataOf(object) }
}

/** The object with its kind and apiVersion. */
export function presented(resource: Resource, object: KubeObject): JsonObject {
  return { kind: resource.kind, apiVersion: apiVersionOf(resource), ...object }
}
