import {
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  objectsAt,
  stringAt,
  stringsAt,
} from '#embedded-garden/json.ts'
import { finalizersOf, type KubeObject } from '#embedded-garden/object.ts'
import type { Resource, Strategy } from '#embedded-garden/resource.ts'
import { commonFields, PLAIN_FIELD } from '#embedded-garden/schema/documents.ts'
import { ANY, DEDUCED, type Field, type Shape } from '#embedded-garden/schema/shape.ts'
import { type Structural, structuralOf } from '#embedded-garden/schema/structural.ts'
import type { Fields } from '#embedded-garden/storage/stored.ts'
import { age, ageColumn, type Column, NAME } from '#embedded-garden/table/columns.ts'
import { customCauses } from './validate.ts'

/** Finalizers that need no domain. */
const STANDARD_FINALIZERS = new Set(['orphan', 'foregroundDeletion', 'kubernetes'])
const VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'] as const

/** Returns one resource per served version of a CustomResourceDefinition. */
export function customResources(definition: KubeObject): Resource[] {
  const versions = objectsAt(objectAt(definition, 'spec'), 'versions')
  return versions.filter(version => version.served === true).map(version => customResource(definition, version))
}

function customResource(definition: KubeObject, version: JsonObject): Resource {
  const spec = objectAt(definition, 'spec')
  const names = objectAt(spec, 'names')
  const group = stringAt(spec, 'group')
  const plural = stringAt(names, 'plural')
  const kind = stringAt(names, 'kind')
  const schema = structuralOf(objectAt(objectAt(version, 'schema'), 'openAPIV3Schema'))
  const statusSubresource = isObject(objectAt(version, 'subresources').status)
  return {
    group,
    version: stringAt(version, 'name'),
    plural,
    kind,
    singular: stringAt(names, 'singular') || kind.toLowerCase(),
    listKind: stringAt(names, 'listKind') || `${kind}List`,
    namespaced: spec.scope === 'Namespaced',
    shortNames: stringsAt(names, 'shortNames'),
    categories: stringsAt(names, 'categories'),
    verbs: VERBS,
    storage: `${plural}.${group}`,
    aggregated: false,
    custom: schema,
    shape: customShape(schema),
    schemaName: `${group.split('.').reverse().join('.')}.${stringAt(version, 'name')}.${kind}`,
    strategy: strategyOf(schema, kind, selectableFields(version), deprecation(version, group, kind)),
    statusSubresource,
    subresources: statusSubresource ? [{ name: 'status', kind, verbs: ['get', 'patch', 'update'] }] : [],
    columns: printerColumns(objectsAt(version, 'additionalPrinterColumns')),
    conversion: null,
    special: {},
  }
}

function strategyOf(
  schema: Structural,
  kind: string,
  selectable: readonly string[],
  deprecated: string | null,
): Strategy {
  return {
    generation: true,
    selectable,
    ...(selectable.length > 0 && { fields: object => fieldsOf(object, selectable) }),
    validate: object => customCauses(object, null, schema, kind),
    validateUpdate: (next, previous) => customCauses(next, previous, schema, kind),
    warnings: (object, previous) => [...(deprecated ? [deprecated] : []), ...finalizerWarnings(object, previous)],
  }
}

function fieldsOf(object: KubeObject, selectable: readonly string[]): Fields {
  return Object.fromEntries(selectable.map(path => [path, String(valuesAt(object, `.${path}`)[0] ?? '')]))
}

function selectableFields(version: JsonObject): string[] {
  return objectsAt(version, 'selectableFields').map(field => stringAt(field, 'jsonPath').replace(/^\./, ''))
}

function deprecation(version: JsonObject, group: string, kind: string): string | null {
  if (version.deprecated !== true) return null
  return stringAt(version, 'deprecationWarning') || `${group}/${stringAt(version, 'name')} ${kind} is deprecated`
}

function finalizerWarnings(object: KubeObject, previous: KubeObject | null): string[] {
  const before = previous ? finalizersOf(previous) : []
  return finalizersOf(object)
    .filter(finalizer => !finalizer.includes('/') && !STANDARD_FINALIZERS.has(finalizer) && !before.includes(finalizer))
    .map(
      finalizer =>
        `metadata.finalizers: "${finalizer}": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers`,
    )
}

/** The shape of a custom resource, for patches and field ownership. */
function customShape(schema: Structural): Shape {
  const fields = new Map([...structFields(schema), ...commonFields()])
  return { type: 'struct', fields, atomic: false, preserve: schema.preserve }
}

function customShapeOf(schema: Structural): Shape {
  const atomic = schema.mapType === 'atomic'
  if (schema.intOrString) return { type: 'int-or-string' }
  if (schema.properties.size > 0)
    return { type: 'struct', fields: structFields(schema), atomic, preserve: schema.preserve }
  if (schema.additional) return { type: 'map', values: customShapeOf(schema.additional), atomic }
  if (schema.preserve) return atomic ? ANY : DEDUCED
  if (schema.type === 'array') {
    const listType = schema.listType === 'map' || schema.listType === 'set' ? schema.listType : 'atomic'
    return { type: 'list', items: schema.items ? customShapeOf(schema.items) : ANY, listType, keys: schema.listKeys }
  }
  return ANY
}

function structFields(schema: Structural): Map<string, Field> {
  return new Map(
    [...schema.properties].map(([name, property]) => [name, { ...PLAIN_FIELD, shape: customShapeOf(property) }]),
  )
}

/** Columns of a custom kind: those in its definition, otherwise the age. */
function printerColumns(columns: readonly JsonObject[]): Column[] {
  if (columns.length === 0) return [NAME, ageColumn('date')]
  return [NAME, ...columns.map(columnOf)]
}

function columnOf(column: JsonObject): Column {
  const type = stringAt(column, 'type')
  const path = stringAt(column, 'jsonPath')
  return {
    name: stringAt(column, 'name'),
    type,
    format: stringAt(column, 'format'),
    description: stringAt(column, 'description') || `Custom resource definition column (in JSONPath format): ${path}`,
    priority: Number(column.priority ?? 0),
    cell: (object, now) => cellOf(valuesAt(object, path)[0], type, now),
  }
}

function cellOf(value: Json | undefined, type: string, now: Date): Json {
  if (value === undefined || value === null) return null
  if (type === 'date') return age(String(value), now)
  if (type === 'string') return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)
  return value
}

const STEP =
  /\.((?:[A-Za-z0-9_/-]|\\.)+)|\['([^']+)'\]|\[(-?\d+)\]|\[\*\]|\[\?\(@\.([A-Za-z0-9_.-]+)\s*==\s*["']([^"']*)["']\)\]/g

/** The values at a simple JSON path, such as `.status.conditions[?(@.type=="Ready")].status`; a dot in a name is written `\.`. */
function valuesAt(object: Json, path: string): Json[] {
  let values: Json[] = [object]
  for (const step of path.matchAll(STEP)) values = values.flatMap(value => take(value, step))
  return values
}

function take(value: Json, [, name, quoted, index, key, wanted]: RegExpMatchArray): Json[] {
  const field = (name ?? quoted)?.replaceAll('\\.', '.')
  if (field !== undefined) return isObject(value) ? present(value[field]) : []
  if (!Array.isArray(value)) return []
  if (index !== undefined) return present(value.at(Number(index)))
  return key === undefined ? value : value.filter(item => String(valuesAt(item, `.${key}`)[0]) === wanted)
}

function present(value: Json | undefined): Json[] {
  return value === undefined || value === null ? [] : [value]
}
