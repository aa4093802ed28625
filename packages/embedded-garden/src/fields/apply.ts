import { isObject, type JsonObject } from '#embedded-garden/json.ts'
import { type KubeObject, metadataOf } from '#embedded-garden/object.ts'
import { apiVersionOf, type Resource } from '#embedded-garden/resource.ts'
import { fieldsOf } from './compare.ts'
import { describePath, FieldSet } from './field-set.ts'
import { type Manager, managerKey, type Ownership, readOwnerships } from './managers.ts'
import { mergeApplied, removeFields } from './merge.ts'
import { withNamedFields } from './named-fields.ts'
import {
  compareWritten,
  ownable,
  releaseFields,
  setManagedFields,
  type Writer,
  withoutManagedFields,
} from './ownership.ts'

interface FieldConflict {
  readonly manager: Manager
  /** `.metadata.labels.tenantName` */
  readonly field: string
}

/** The applied fields that other managers own with different values. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
  readonly conflicts: readonly FieldConflict[]

  constructor(conflicts: readonly FieldConflict[]) {
    super(`Apply failed with ${conflicts.length} conflict(s)`)
    this.conflicts = conflicts
  }
}

/** Server-side apply: the state that results from laying `config` over `live`, with its owners. Throws ConflictError unless forced. */
export function applyFields(
  live: KubeObject,
  config: JsonObject,
  resource: Resource,
  writer: Writer,
  force: boolean,
): KubeObject {
  const manager: Manager = {
    name: writer.name,
    operation: 'Apply',
    apiVersion: apiVersionOf(resource),
    subresource: writer.subresource,
  }
  const key = managerKey(manager)
  const owners = readOwnerships(metadataOf(live).managedFields)
  const before = owners.get(key)
  const present = withoutManagedFields(live)
  const applied = ownable(fieldsOf(config, resource.shape), resource, writer.subresource)
  owners.set(key, { manager, fields: applied, time: before?.time ?? writer.now })
  const merged = mergeApplied(present, config, resource.shape) as JsonObject
  const pruned = prune(merged, before?.fields ?? new FieldSet(), owners, { config, resource })
  const comparison = compareWritten(present, pruned, resource, writer.subresource)
  const conflicts = force ? [] : conflictsWith(owners, key, comparison.added.union(comparison.modified))
  if (conflicts.length > 0) throw new ConflictError(conflicts)
  const kept = releaseFields(owners, comparison, key)
  const unchanged =
    before?.fields.equals(applied) &&
    [comparison.added, comparison.modified, comparison.removed].every(set => set.isEmpty)
  if (!unchanged) kept.set(key, { manager, fields: applied, time: writer.now })
  const next = structuredClone(pruned)
  setManagedFields(next, kept)
  return next
}

/** Removes the fields that the applier owned before and that no manager owns after this apply. */
function prune(
  merged: JsonObject,
  before: FieldSet,
  owners: ReadonlyMap<string, Ownership>,
  { config, resource }: { readonly config: JsonObject; readonly resource: Resource },
): JsonObject {
  // Includes applied fields that are never owned, such as the name, so that their parent structs survive.
  const all = [...owners.values()].reduce((set, { fields }) => set.union(fields), fieldsOf(config, resource.shape))
  const owned = withNamedFields(all, resource.shape)
  const gone = withNamedFields(before, resource.shape).minus(owned)
  if (gone.isEmpty) return merged
  const left = removeFields(merged, gone, owned, resource.shape)
  return isObject(left) ? left : merged
}

function conflictsWith(owners: ReadonlyMap<string, Ownership>, applier: string, changed: FieldSet): FieldConflict[] {
  return [...owners].flatMap(([key, { manager, fields }]) =>
    key === applier ? [] : [...fields.intersect(changed).paths()].map(path => ({ manager, field: describePath(path) })),
  )
}
