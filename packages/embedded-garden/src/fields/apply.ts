import { isObject, type Json, type JsonObject } from '#embedded-garden/json.ts'
import { type KubeObject, metadataOf } from '#embedded-garden/object.ts'
import { apiVersionOf, type Resource } from '#embedded-garden/resource.ts'
import type { List, Shape } from '#embedded-garden/schema/shape.ts'
import { fieldShape, fieldsOf, itemElement } from './compare.ts'
import { describePath, FieldSet } from './field-set.ts'
import { type Manager, managerKey, type Ownership, readOwnerships } from './managers.ts'
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

/** Server-side apply: merges `config` into `live` and returns the state with its owners. Throws ConflictError unless forced. */
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

/** Merges `applied` into `live`: maps and keyed lists are merged, all other values are replaced. */
function mergeApplied(live: Json | undefined, applied: Json, shape: Shape): Json {
  const atomic = (shape.type === 'struct' || shape.type === 'map') && shape.atomic
  if (isObject(applied) && isObject(live) && !atomic && shape.type !== 'any') {
    const merged: JsonObject = { ...live }
    for (const [name, value] of Object.entries(applied))
      if (value !== undefined) merged[name] = mergeApplied(live[name], value, fieldShape(shape, name))
    return merged
  }
  if (Array.isArray(applied) && Array.isArray(live) && shape.type === 'list' && shape.listType !== 'atomic')
    return mergeLists(live, applied, shape)
  return applied
}

/** Applied items come first, in their order; the items of other managers follow in theirs. */
function mergeLists(live: readonly Json[], applied: readonly Json[], list: List): Json[] {
  const present = new Map(live.map(item => [itemElement(item, list), item]))
  const given = new Set(applied.map(item => itemElement(item, list)))
  const merged = applied.map(item => {
    const other = present.get(itemElement(item, list))
    return other === undefined ? item : mergeApplied(other, item, list.items)
  })
  return [...merged, ...live.filter(item => !given.has(itemElement(item, list)))]
}

/** Removes the fields in `gone` from `value`, except descendants that are in `kept`. */
function removeFields(value: Json, gone: FieldSet, kept: FieldSet, shape: Shape): Json {
  if (isObject(value)) {
    const result: JsonObject = {}
    for (const [name, item] of Object.entries(value)) {
      const left = item === undefined ? undefined : remaining(item, `f:${name}`, gone, kept, fieldShape(shape, name))
      if (left !== undefined) result[name] = left
    }
    return result
  }
  if (!Array.isArray(value) || shape.type !== 'list') return value
  return value
    .map(item => remaining(item, itemElement(item, shape), gone, kept, shape.items))
    .filter(item => item !== undefined)
}

function remaining(item: Json, element: string, gone: FieldSet, kept: FieldSet, shape: Shape): Json | undefined {
  const removed = gone.below(element)
  if (!removed) return item
  const others = kept.below(element)
  if (removed.isMember && !others) return undefined
  const left = removeFields(item, removed, others ?? new FieldSet(), shape)
  // An emptied field is removed too (structured-merge-diff: EnsureNamedFieldsAreMembers).
  return !others && isObject(left) && Object.keys(left).length === 0 ? undefined : left
}

/**
 * Adds to a set the structs on its paths, so that removing every owned field of a struct also
 * removes the empty struct (structured-merge-diff: EnsureNamedFieldsAreMembers). Maps on the paths
 * are not added.
 */
function withNamedFields(set: FieldSet, shape: Shape): FieldSet {
  const named = new FieldSet()
  for (const path of set.paths()) {
    let at = shape
    for (const [i, element] of path.entries()) {
      if (element.startsWith('f:')) {
        const name = element.slice(2)
        if (at.type === 'struct' && at.fields.has(name)) named.insert(path.slice(0, i + 1))
        at = fieldShape(at, name)
      } else at = at.type === 'list' ? at.items : at
    }
  }
  return set.union(named)
}
