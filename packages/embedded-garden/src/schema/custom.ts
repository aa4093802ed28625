import { isObject, type Json, type JsonObject } from '#embedded-garden/json.ts'
import { type Decoded, decode } from './decode.ts'
import { metadataShape } from './documents.ts'
import type { Structural } from './structural.ts'

/**
 * Decodes a custom resource: drops and reports fields that are not in the schema, and sets defaults. Validation checks types
 * later, except in the metadata. Throws DecodeError.
 */
export function decodeCustom(input: JsonObject, schema: Structural): Decoded {
  const unknown: string[] = []
  const { apiVersion, kind, metadata, ...rest } = input
  const decoded = decode(isObject(metadata) ? metadata : {}, metadataShape())
  unknown.push(...decoded.unknown.map(path => `metadata.${path}`))
  const body = prune(rest, schema, '', unknown)
  fillDefaults(body, schema)
  return { object: { apiVersion, kind, metadata: decoded.object, ...body }, unknown: unknown.sort() }
}

function prune(value: JsonObject, schema: Structural, path: string, unknown: string[]): JsonObject {
  const kept: JsonObject = {}
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue
    const at = path ? `${path}.${key}` : key
    const property = schema.properties.get(key) ?? schema.additional
    if (property) kept[key] = pruneValue(item, property, at, unknown)
    else if (schema.preserve) kept[key] = item
    else if (!(schema.embedded && EMBEDDED_FIELDS.has(key))) unknown.push(at)
    else kept[key] = item
  }
  return kept
}

const EMBEDDED_FIELDS = new Set(['apiVersion', 'kind', 'metadata'])

function pruneValue(value: Json, schema: Structural, path: string, unknown: string[]): Json {
  if (isObject(value)) return prune(value, schema, path, unknown)
  const { items } = schema
  if (Array.isArray(value) && items) return value.map((item, i) => pruneValue(item, items, `${path}[${i}]`, unknown))
  return value
}

/** Sets the defaults of missing fields; null counts as missing in a field that has a default and is not nullable. */
function fillDefaults(value: Json | undefined, schema: Structural): void {
  if (Array.isArray(value)) {
    if (schema.items) for (const item of value) fillDefaults(item, schema.items)
    return
  }
  if (!isObject(value)) return
  for (const [name, property] of schema.properties) {
    const missing = value[name] === undefined || (value[name] === null && !property.nullable)
    if (missing && property.default !== undefined) value[name] = structuredClone(property.default)
    else if (missing) delete value[name]
    fillDefaults(value[name], property)
  }
  if (schema.additional)
    for (const [name, item] of Object.entries(value))
      if (!schema.properties.has(name)) fillDefaults(item, schema.additional)
}
