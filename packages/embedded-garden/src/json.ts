export type Json = string | number | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json | undefined
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object at `key`, or an empty one that is not part of `parent`. */
export function objectAt(parent: JsonObject | undefined, key: string): JsonObject {
  const value = parent?.[key]
  return isObject(value) ? value : {}
}

/** The object at `key` of `parent`; added when missing. */
export function ensureObject(parent: JsonObject, key: string): JsonObject {
  const value = parent[key]
  if (isObject(value)) return value
  const created: JsonObject = {}
  parent[key] = created
  return created
}

export function stringAt(parent: JsonObject | undefined, key: string): string {
  const value = parent?.[key]
  return typeof value === 'string' ? value : ''
}

export function arrayAt(parent: JsonObject | undefined, key: string): Json[] {
  const value = parent?.[key]
  return Array.isArray(value) ? value : []
}

/** The objects in the array at `key`; other items are left out. */
export function objectsAt(parent: JsonObject | undefined, key: string): JsonObject[] {
  return arrayAt(parent, key).filter(isObject)
}

/** The strings in the array at `key`. */
export function stringsAt(parent: JsonObject | undefined, key: string): string[] {
  return arrayAt(parent, key).filter(item => typeof item === 'string')
}

/** The string values of the map at `key`. */
export function textsAt(parent: JsonObject | undefined, key: string): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(objectAt(parent, key))) if (typeof value === 'string') texts[name] = value
  return texts
}

/** Equality of JSON values: order matters in arrays, not in objects; a missing key equals undefined. */
export function equal(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => equal(item, b[i]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  for (const key of keys) if (!equal(a[key], b[key])) return false
  return true
}
