import { readdirSync, readFileSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'
import { isObject, type Json, type JsonObject, objectAt, objectsAt } from '#embedded-garden/json.ts'

const CHART = new URL('../../../charts/hap-console/', import.meta.url)

/** The CustomResourceDefinitions of the chart. */
export function chartDefinitions(): JsonObject[] {
  return objectsIn('crds/')
}

/**
 * The same for Kubernetes 1.20 as newer compilers than its own build it: that takes an empty text for null, and refuses it, as
 * in `apiGroups: [""]`. Null is therefore allowed where an empty text is.
 */
export function withEmptyTexts(definition: JsonObject): JsonObject {
  const open = (schema: Json | undefined): Json | undefined => {
    if (Array.isArray(schema)) return schema.map(item => open(item) ?? null)
    if (!isObject(schema)) return schema
    const below = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, open(value)]))
    const mayBeEmpty =
      schema.type === 'string' && !['minLength', 'pattern', 'enum', 'format'].some(key => key in schema)
    return mayBeEmpty ? { ...below, nullable: true } : below
  }
  const spec = objectAt(definition, 'spec')
  const versions = objectsAt(spec, 'versions').map(version => ({ ...version, schema: open(version.schema) }))
  return { ...definition, spec: { ...spec, versions } }
}

/** The ClusterRoles of the chart. */
export function chartRoles(): JsonObject[] {
  return objectsIn('files/').filter(object => object.kind === 'ClusterRole')
}

function objectsIn(folder: string): JsonObject[] {
  const place = new URL(folder, CHART)
  return readdirSync(place)
    .filter(name => name.endsWith('.yaml'))
    .flatMap(name => parseAllDocuments(readFileSync(new URL(name, place), 'utf8')).map(one => one.toJS() as JsonObject))
}
