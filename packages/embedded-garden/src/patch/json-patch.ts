import { equal, isObject, type Json, type JsonObject, stringAt } from '#embedded-garden/json.ts'

/** A patch that cannot be applied to this object. */
export class PatchError extends Error {
  override readonly name = 'PatchError'
}

/** JSON patch (RFC 6902), except that `replace` of a missing object key adds it, as on real servers. Throws PatchError. */
export function jsonPatch(target: JsonObject, operations: readonly JsonObject[]): JsonObject {
  const root: JsonObject = { root: structuredClone(target) }
  for (const operation of operations) apply(root, operation)
  if (!isObject(root.root)) throw new PatchError('the patch leaves no object')
  return root.root
}

type Operation = (root: JsonObject, place: Place, operation: JsonObject) => void

const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['add', (_root, place, operation) => put(place, given(operation), true)],
  ['replace', (_root, place, operation) => put(place, given(operation), false)],
  ['remove', (_root, place) => void take(place)],
  ['test', (_root, place, operation) => test(place, operation.value)],
  [
    'copy',
    (root, place, operation) => put(place, structuredClone(read(locate(root, pointer(operation, 'from')))), true),
  ],
  ['move', (root, place, operation) => put(place, take(locate(root, pointer(operation, 'from'))), true)],
])

function apply(root: JsonObject, operation: JsonObject): void {
  const handler = OPERATIONS.get(stringAt(operation, 'op'))
  if (!handler) throw new PatchError(`unknown operation ${JSON.stringify(operation.op)}`)
  handler(root, locate(root, pointer(operation, 'path')), operation)
}

interface Place {
  readonly parent: JsonObject | Json[]
  readonly key: string
}

function pointer(operation: JsonObject, field: 'path' | 'from'): string[] {
  const text = operation[field]
  if (typeof text !== 'string' || text === '') throw new PatchError(`${field} is no JSON pointer`)
  return text
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function locate(root: JsonObject, path: readonly string[]): Place {
  let place: Place = { parent: root, key: 'root' }
  for (const key of path) {
    const next = read(place)
    if (!isObject(next) && !Array.isArray(next)) throw new PatchError(`nothing to go into at ${place.key}`)
    place = { parent: next, key }
  }
  return place
}

function read(place: Place): Json {
  const { key } = place
  const value = valueAt(place)
  if (value === undefined) throw new PatchError(`nothing at ${key}`)
  return value
}

/** Reads own properties only: a path through `__proto__` would change all objects of the process. */
function valueAt({ parent, key }: Place): Json | undefined {
  if (Array.isArray(parent)) return parent[indexOf(parent, key, false)]
  return Object.hasOwn(parent, key) ? parent[key] : undefined
}

function given(operation: JsonObject): Json {
  if (operation.value === undefined) throw new PatchError('value is missing')
  return structuredClone(operation.value)
}

function put({ parent, key }: Place, value: Json, insert: boolean): void {
  if (!Array.isArray(parent)) parent[key] = value
  else if (insert) parent.splice(indexOf(parent, key, true), 0, value)
  else parent[indexOf(parent, key, false)] = value
}

function take(place: Place): Json {
  const value = read(place)
  if (Array.isArray(place.parent)) place.parent.splice(indexOf(place.parent, place.key, false), 1)
  else delete place.parent[place.key]
  return value
}

function test(place: Place, expected: Json | undefined): void {
  // A missing value equals null only.
  if (!equal(valueAt(place) ?? null, expected ?? null)) throw new PatchError(`the test of ${place.key} failed`)
}

function indexOf(array: readonly Json[], key: string, orEnd: boolean): number {
  if (key === '-' && orEnd) return array.length
  const index = /^-?\d+$/.test(key) ? Number(key) : Number.NaN
  const from = index < 0 ? array.length + index : index
  if (Number.isNaN(index) || from < 0 || from > (orEnd ? array.length : array.length - 1))
    throw new PatchError(`no index ${key}`)
  return from
}
