import { type JsonObject, objectAt } from '#embedded-garden/json.ts'
import { type KubeObject, metadataOf } from '#embedded-garden/object.ts'
import { apiVersionOf, type Resource } from '#embedded-garden/resource.ts'
import { zeroOf } from '#embedded-garden/schema/shape.ts'
import { compareFields, type FieldComparison } from './compare.ts'
import { FieldSet } from './field-set.ts'
import { type Manager, managerKey, type Ownership, readOwnerships, writeOwnerships } from './managers.ts'

/** Fields without an owner: the server sets them, or they identify the object. */
const UNOWNED = FieldSet.fromFieldsV1({
  'f:apiVersion': {},
  'f:kind': {},
  'f:metadata': {
    '.': {},
    'f:name': {},
    'f:namespace': {},
    'f:creationTimestamp': {},
    'f:selfLink': {},
    'f:uid': {},
    'f:clusterName': {},
    'f:generation': {},
    'f:managedFields': {},
    'f:resourceVersion': {},
  },
})

/** The field manager of a write. */
export interface Writer {
  readonly name: string
  readonly subresource: string
  /** RFC 3339 */
  readonly now: string
}

/** Records the creator of an object as the owner of its fields. */
export function trackCreation(object: KubeObject, resource: Resource, writer: Writer): void {
  const empty = resource.custom ? {} : zeroOf(resource.shape)
  track(object, empty, new Map(), resource, writer)
}

/** Moves the ownership of the changed fields to the writer. */
export function trackUpdate(next: KubeObject, previous: KubeObject, resource: Resource, writer: Writer): void {
  const [given, kept] = [metadataOf(next).managedFields, metadataOf(previous).managedFields]
  const reset =
    Array.isArray(given) &&
    (given.length === 0 || (given.length === 1 && Object.keys(objectAt({ e: given[0] }, 'e')).length === 0))
  const owners = reset
    ? new Map<string, Ownership>()
    : readOwnerships(Array.isArray(given) && given.length > 0 ? given : kept)
  // An object without managers stays untracked until a client applies to it.
  if (owners.size === 0) {
    delete metadataOf(next).managedFields
    return
  }
  track(next, previous, owners, resource, writer)
}

function track(
  next: KubeObject,
  previous: KubeObject,
  owners: Map<string, Ownership>,
  resource: Resource,
  writer: Writer,
): void {
  const manager: Manager = {
    name: writer.name,
    operation: 'Update',
    apiVersion: apiVersionOf(resource),
    subresource: writer.subresource,
  }
  const comparison = compareWritten(previous, next, resource, writer.subresource)
  const taken = comparison.added.union(comparison.modified)
  const others = releaseFields(owners, comparison, null)
  const own = taken.minus(UNOWNED)
  if (!own.isEmpty) {
    const before = others.get(managerKey(manager))
    others.set(managerKey(manager), { manager, fields: before ? before.fields.union(own) : own, time: writer.now })
  }
  setManagedFields(next, others)
}

/** Compares the fields that a write of this subresource can change. */
export function compareWritten(
  previous: KubeObject,
  next: KubeObject,
  resource: Resource,
  subresource: string,
): FieldComparison {
  const { added, modified, removed } = compareFields(
    withoutManagedFields(previous),
    withoutManagedFields(next),
    resource.shape,
  )
  const reset = resetFieldsOf(resource, subresource)
  return { added: added.without(reset), modified: modified.without(reset), removed: removed.without(reset) }
}

/** The ownerships without the fields that a write changed or removed; the writer `except` loses no fields. */
export function releaseFields(
  owners: ReadonlyMap<string, Ownership>,
  { added, modified, removed }: FieldComparison,
  except: string | null,
): Map<string, Ownership> {
  const changed = added.union(modified)
  const kept = new Map<string, Ownership>()
  for (const [key, ownership] of owners) {
    const fields = key === except ? ownership.fields : ownership.fields.minus(changed).minus(removed)
    if (!fields.isEmpty) kept.set(key, { ...ownership, fields })
  }
  return kept
}

export function setManagedFields(object: KubeObject, owners: ReadonlyMap<string, Ownership>): void {
  const entries = writeOwnerships(owners)
  if (entries.length > 0) metadataOf(object).managedFields = entries
  else delete metadataOf(object).managedFields
}

export function withoutManagedFields(object: KubeObject): JsonObject {
  const { managedFields: _managedFields, ...metadata } = objectAt(object, 'metadata')
  return { ...object, metadata }
}

/** The fields of a set that can have an owner and that the subresource writes. */
export function ownable(fields: FieldSet, resource: Resource, subresource: string): FieldSet {
  return fields.without(resetFieldsOf(resource, subresource)).minus(UNOWNED)
}

/**
 * The fields that a write through `subresource` resets. Gardener's server declares none: a status
 * written through the main resource is owned there although the server ignores it.
 */
function resetFieldsOf(resource: Resource, subresource: string): FieldSet {
  if (resource.aggregated || !resource.statusSubresource) return new FieldSet()
  return FieldSet.fromFieldsV1(subresource === 'status' ? { 'f:metadata': {}, 'f:spec': {} } : { 'f:status': {} })
}
