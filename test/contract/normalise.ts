import { parse as parseYaml } from 'yaml'
import { isObject, type Json, type JsonObject, objectsAt, stringAt } from '#embedded-garden/json.ts'

const MASK = '<masked>'
const VERSION_FIELDS = ['major', 'minor', 'gitVersion']
const TIME_COLUMNS = new Set(['Age', 'Last Seen', 'First Seen', 'Created At'])
/** Fields whose content is opaque or differs between servers. */
const OPAQUE_FIELDS = new Set(['caBundle', 'continue', 'serverAddress', 'token', 'kubeconfig'])

/** Normalises a body for the comparison of two servers: masks and sorts the fields in the README of the recordings. */
export function normaliseBody(body: Json | undefined, contentType: string): Json | undefined {
  if (body === undefined) return undefined
  if (typeof body === 'string')
    return contentType.startsWith('application/yaml') ? normalise(parseYaml(body) as Json) : body
  return isObject(body) && 'gitVersion' in body ? pick(body, VERSION_FIELDS) : normalise(body)
}

export function normalise(value: Json): Json {
  if (Array.isArray(value)) return value.map(normalise)
  if (!isObject(value)) return value
  const copy: JsonObject = {}
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined || key === 'managedFields' || key === 'message') continue
    copy[key] = OPAQUE_FIELDS.has(key) && typeof item === 'string' && item !== '' ? MASK : normalise(item)
  }
  maskVersionsOfLists(copy)
  if (copy.kind === 'Table') maskAges(copy)
  if (copy.kind === 'Status') normaliseStatus(copy)
  sortSets(copy)
  return copy
}

/** Masks the version of a list, a Table or a bookmark, which is that of the whole store. */
function maskVersionsOfLists(object: JsonObject): void {
  const { metadata } = object
  const isList = Array.isArray(object.items) || object.kind === 'Table' || String(object.kind).endsWith('List')
  if (!isObject(metadata) || !isList) return
  if (metadata.resourceVersion !== undefined) metadata.resourceVersion = MASK
}

/** A bookmark's object is masked like a list. */
export function normaliseEvent(type: string, object: JsonObject): JsonObject {
  const normal = normalise(object) as JsonObject
  if (type === 'BOOKMARK' && isObject(normal.metadata)) normal.metadata.resourceVersion = MASK
  return normal
}

function maskAges(table: JsonObject): void {
  const columns = objectsAt(table, 'columnDefinitions')
  for (const row of objectsAt(table, 'rows'))
    if (Array.isArray(row.cells))
      row.cells = row.cells.map((cell, i) => (TIME_COLUMNS.has(stringAt(columns[i], 'name')) ? MASK : cell))
}

/** Reduces a Status to its reason, code, kind, name and group, and the set of (reason, field) of its causes. */
function normaliseStatus(status: JsonObject): void {
  if (!isObject(status.details)) return
  const { causes, retryAfterSeconds: _retry, ...details } = status.details
  const set = new Set(
    (Array.isArray(causes) ? causes : [])
      .filter(isObject)
      .map(c => JSON.stringify([c.reason ?? null, c.field ?? null])),
  )
  status.details = { ...details, ...(set.size > 0 && { causes: [...set].sort() }) }
}

/** Sorts lists whose order varies between runs. */
function sortSets(object: JsonObject): void {
  for (const key of ['groups', 'resourceRules', 'nonResourceRules']) {
    const list = object[key]
    if (Array.isArray(list) && list.every(isObject))
      object[key] = [...list].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
  }
}

function sortKey(item: JsonObject): string {
  return stringAt(item, 'name') || JSON.stringify(item)
}

function pick(object: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.map(field => [field, object[field]]))
}
