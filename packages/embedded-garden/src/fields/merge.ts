import { isObject, type Json, type JsonObject } from '#embedded-garden/json.ts'
import type { List, Shape } from '#embedded-garden/schema/shape.ts'
import { fieldShape, itemElement } from './elements.ts'
import { FieldSet } from './field-set.ts'

/** Lays `applied` over `live`: maps and keyed lists merge, everything else is replaced. */
export function mergeApplied(live: Json | undefined, applied: Json, shape: Shape): Json {
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

/** Applied items come in their order; items of others stay where they are. */
function mergeLists(live: readonly Json[], applied: readonly Json[], list: List): Json[] {
  const present = new Map(live.map(item => [itemElement(item, list), item]))
  const given = new Set(applied.map(item => itemElement(item, list)))
  const merged = applied.map(item => {
    const other = present.get(itemElement(item, list))
    return other === undefined ? item : mergeApplied(other, item, list.items)
  })
  return [...merged, ...live.filter(item => !given.has(itemElement(item, list)))]
}

/** Removes the fields in `gone` from `value`; their descendants that the third set contains remain. */
export function removeFields(value: Json, gone: FieldSet, kept: FieldSet, shape: Shape): Json {
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
  // A field in which nothing is left goes too (structured-merge-diff: EnsureNamedFieldsAreMembers).
  return !others && isObject(left) && Object.keys(left).length === 0 ? undefined : left
}
