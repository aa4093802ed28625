import { isObject, type JsonObject, objectAt, objectsAt, stringAt, stringsAt } from '#embedded-garden/json.ts'
import { finalizersOf, type KubeObject } from '#embedded-garden/object.ts'
import type { Resource, Strategy } from '#embedded-garden/resource.ts'
import { type Structural, structuralOf } from '#embedded-garden/schema/structural.ts'
import type { Fields } from '#embedded-garden/storage/stored.ts'
import { valuesAt } from './json-path.ts'
import { printerColumns } from './printer-columns.ts'
import { customShape } from './structural-shape.ts'
import { customCauses } from './validate-object.ts'

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
