import { equal, isObject, type Json, type JsonObject } from '#embedded-garden/json.ts'
import { ANY, type Field, type Shape } from '#embedded-garden/schema/shape.ts'
import { PatchError } from './json-patch.ts'

/** JSON merge patch (RFC 7386): null removes a field, objects are merged, other values replace the old ones. */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const result: JsonObject = { ...target }
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key]
    else result[key] = isObject(value) ? mergePatch(objectOr(result[key]), value) : value
  }
  return result
}

function objectOr(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}

/** A directive that the server does not support. The response is 500. */
export class DirectiveError extends Error {
  override readonly name = 'DirectiveError'
}

const DELETE_FROM_LIST = '$deleteFromPrimitiveList/'
const ORDER = '$setElementOrder/'

/** Strategic merge patch: a merge patch with lists merged by the strategy and key that their kind declares. Throws PatchError. */
export function strategicMerge(target: JsonObject, patch: JsonObject, shape: Shape): JsonObject {
  switch (patch.$patch) {
    case 'delete':
      return {}
    case 'replace':
      return withoutDirectives(patch)
    case 'merge':
    case undefined:
      return merge(target, patch, shape)
    default:
      throw new DirectiveError(`unknown patch type ${JSON.stringify(patch.$patch)}`)
  }
}

function merge(target: JsonObject, patch: JsonObject, shape: Shape): JsonObject {
  const result: JsonObject = { ...target }
  retainKeys(result, patch)
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith(DELETE_FROM_LIST)) removeItems(result, key.slice(DELETE_FROM_LIST.length), value)
    else if (key.startsWith('$')) continue
    else if (value === null || value === undefined) delete result[key]
    else if (result[key] === undefined) result[key] = withoutNulls(value)
    else result[key] = mergeValue(result[key], value, fieldOf(shape, key))
  }
  for (const [key, order] of Object.entries(patch))
    if (key.startsWith(ORDER)) sortItems(result, key.slice(ORDER.length), order, shape)
  return result
}

type FieldLike = Pick<Field, 'shape' | 'mergeKey' | 'strategies'>

function fieldOf(shape: Shape, key: string): FieldLike {
  const plain = { mergeKey: null, strategies: [] }
  if (shape.type === 'struct') return shape.fields.get(key) ?? { shape: ANY, ...plain }
  return { shape: shape.type === 'map' ? shape.values : ANY, ...plain }
}

function mergeValue(present: Json | undefined, patch: Json, field: FieldLike): Json {
  if (isObject(patch)) {
    if (field.strategies.includes('replace')) return withoutDirectives(patch)
    return strategicMerge(isObject(present) ? present : {}, patch, field.shape)
  }
  if (!Array.isArray(patch) || !field.strategies.includes('merge')) return patch
  const list = Array.isArray(present) ? present : []
  return field.mergeKey === null ? mergeSet(list, patch) : mergeByKey(list, patch, field.mergeKey, field.shape)
}

/** Patched items come first, as on real servers. */
function mergeSet(present: readonly Json[], patch: readonly Json[]): Json[] {
  return [
    ...patch.filter((item, i) => !patch.slice(0, i).some(other => equal(item, other))),
    ...present.filter(item => !patch.some(other => equal(item, other))),
  ]
}

function mergeByKey(present: readonly Json[], patch: readonly Json[], key: string, shape: Shape): Json[] {
  const items = shape.type === 'list' ? shape.items : ANY
  if (patch.some(item => isObject(item) && item.$patch === 'replace'))
    return patch.filter(item => !(isObject(item) && item.$patch === 'replace'))
  const result = [...present]
  for (const item of patch) {
    if (!isObject(item) || item[key] === undefined) throw new PatchError(`a list item has no ${key}`)
    const index = result.findIndex(other => isObject(other) && equal(other[key], item[key]))
    if (item.$patch === 'delete') {
      if (index >= 0) result.splice(index, 1)
    } else if (index >= 0) result[index] = strategicMerge(result[index] as JsonObject, item, items)
    else result.push(withoutDirectives(item))
  }
  return result
}

function removeItems(target: JsonObject, key: string, items: Json | undefined): void {
  const list = target[key]
  if (Array.isArray(list) && Array.isArray(items))
    target[key] = list.filter(item => !items.some(other => equal(item, other)))
}

function sortItems(target: JsonObject, key: string, order: Json | undefined, shape: Shape): void {
  const list = target[key]
  if (!Array.isArray(list) || !Array.isArray(order)) return
  const { mergeKey } = fieldOf(shape, key)
  const rank = (item: Json) =>
    order.findIndex(wanted =>
      mergeKey && isObject(item) && isObject(wanted) ? equal(item[mergeKey], wanted[mergeKey]) : equal(item, wanted),
    )
  const known = list.filter(item => rank(item) >= 0).sort((a, b) => rank(a) - rank(b))
  target[key] = [...known, ...list.filter(item => rank(item) < 0)]
}

function retainKeys(target: JsonObject, patch: JsonObject): void {
  const retained = patch.$retainKeys
  if (!Array.isArray(retained)) return
  for (const key of Object.keys(target)) if (!retained.includes(key)) delete target[key]
}

/** Copies an added value without nulls. Its directives are not applied (Kubernetes). */
function withoutNulls(value: Json): Json {
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([, item]) => item !== null && item !== undefined)
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNulls(item ?? null)]))
}

function withoutDirectives(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key, item]) => !key.startsWith('$') && item !== null))
}
