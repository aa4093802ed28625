import { type Cause, immutable, invalidValue, required, unsupported } from '#embedded-garden/http/status.ts'
import {
  isObject,
  type Json,
  type JsonObject,
  objectAt,
  objectsAt,
  stringAt,
  stringsAt,
} from '#embedded-garden/json.ts'
import { type KubeObject, nameOf } from '#embedded-garden/object.ts'
import { type Structural, structuralOf } from '#embedded-garden/schema/structural.ts'
import { dnsLabelProblems } from '#embedded-garden/selectors/names.ts'
import { rulesAt } from './cel.ts'

/** Validates a CustomResourceDefinition. */
export function definitionCauses(definition: KubeObject): Cause[] {
  const spec = objectAt(definition, 'spec')
  const names = objectAt(spec, 'names')
  const versions = objectsAt(spec, 'versions')
  const expected = `${stringAt(names, 'plural')}.${stringAt(spec, 'group')}`
  const causes: Cause[] = []
  if (nameOf(definition) !== expected)
    causes.push(invalidValue('metadata.name', nameOf(definition), 'must be spec.names.plural+"."+spec.group'))
  for (const field of ['group', 'scope']) if (!stringAt(spec, field)) causes.push(required(`spec.${field}`))
  for (const field of ['plural', 'singular', 'kind', 'listKind']) causes.push(...nameCauses(names, field))
  const scope = stringAt(spec, 'scope')
  if (scope && scope !== 'Namespaced' && scope !== 'Cluster')
    causes.push(unsupported('spec.scope', scope, ['Cluster', 'Namespaced']))
  if (versions.length === 0)
    causes.push(invalidValue('spec.versions', [], 'must have exactly one version marked as storage version'))
  if (versions.length > 0 && versions.filter(version => version.storage === true).length !== 1)
    causes.push(
      invalidValue('spec.versions', versions.length, 'must have exactly one version marked as storage version'),
    )
  // The server stores the schema of a single version at the top level, so its errors refer to that path.
  const base = (i: number) =>
    versions.length === 1 ? 'spec.validation.openAPIV3Schema' : `spec.versions[${i}].schema.openAPIV3Schema`
  return [...causes, ...versions.flatMap((version, i) => versionCauses(version, i, base(i)))]
}

/** Validates an update: the immutable fields of a definition. */
export function definitionUpdateCauses(next: KubeObject, previous: KubeObject): Cause[] {
  const [now, then] = [objectAt(next, 'spec'), objectAt(previous, 'spec')]
  const established = objectsAt(objectAt(previous, 'status'), 'conditions').some(
    c => c.type === 'Established' && c.status === 'True',
  )
  const names = (spec: JsonObject, field: string) => objectAt(spec, 'names')[field]
  const fixed: [field: string, value: Json | undefined, before: Json | undefined][] = [
    ['spec.group', now.group, then.group],
    ['spec.names.plural', names(now, 'plural'), names(then, 'plural')],
    ...(established
      ? ([
          ['spec.scope', now.scope, then.scope],
          ['spec.names.kind', names(now, 'kind'), names(then, 'kind')],
        ] as [string, Json | undefined, Json | undefined][])
      : []),
  ]
  const stored = stringsAt(objectAt(previous, 'status'), 'storedVersions')
  const versions = objectsAt(now, 'versions').map(version => version.name)
  return [
    ...fixed.filter(([, value, before]) => value !== before).map(([field, value]) => immutable(field, value)),
    ...stored.flatMap((version, i) =>
      versions.includes(version)
        ? []
        : [invalidValue(`status.storedVersions[${i}]`, version, 'must appear in spec.versions')],
    ),
    ...definitionCauses(next),
  ]
}

function nameCauses(names: JsonObject, field: string): Cause[] {
  const value = stringAt(names, field)
  if (!value) return [required(`spec.names.${field}`)]
  return dnsLabelProblems(value.toLowerCase()).map(problem => invalidValue(`spec.names.${field}`, value, problem))
}

function versionCauses(version: JsonObject, index: number, path: string): Cause[] {
  const schema = objectAt(version, 'schema').openAPIV3Schema
  if (!isObject(schema)) return [required(`spec.versions[${index}].schema.openAPIV3Schema`)]
  const structural = structuralOf(schema)
  const root =
    structural.type === 'object' ? [] : [invalidValue(`${path}.type`, structural.type, 'must be object at the root')]
  return [...root, ...schemaCauses(structural, path, true)]
}

/** Causes for nodes of the schema without a type, and for rules that do not compile. */
function schemaCauses(schema: Structural, path: string, root = false): Cause[] {
  const typed = schema.type !== '' || schema.intOrString || schema.preserve || root
  const causes = typed ? [] : [required(`${path}.type`, 'must not be empty for specified object fields')]
  for (const [i, rule] of rulesAt(schema).entries())
    if (rule.problem !== null)
      causes.push(invalidValue(`${path}.x-kubernetes-validations[${i}].rule`, rule.text, rule.problem))
  for (const [name, property] of schema.properties) {
    if (root && (name === 'metadata' || name === 'apiVersion' || name === 'kind')) continue
    causes.push(...schemaCauses(property, `${path}.properties[${name}]`))
  }
  if (schema.items) causes.push(...schemaCauses(schema.items, `${path}.items`))
  if (schema.type === 'array' && !schema.items) causes.push(required(`${path}.items`, 'must be specified'))
  if (schema.additional) causes.push(...schemaCauses(schema.additional, `${path}.additionalProperties`))
  return causes
}
