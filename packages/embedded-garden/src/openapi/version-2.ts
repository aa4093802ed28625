import type { JsonObject } from '#embedded-garden/json.ts'
import { field, message } from '#embedded-garden/protobuf/write.ts'
import { apiVersionOf, type Registry, type Resource } from '#embedded-garden/resource.ts'
import { PATCH_TYPES, STRATEGIC } from './paths.ts'

/** The only form in which kubectl asks for version 2. */
export const VERSION_2_PROTOBUF = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'

/** Content type of the response: the media type without `@`, which Content-Type does not allow. */
export const VERSION_2_CONTENT = VERSION_2_PROTOBUF.replace('@', '.')

const PARAMETERS = ['dryRun', 'fieldManager', 'fieldValidation', 'force']

/**
 * kubectl before 1.29 reads this to find out which kinds can be patched, how, and whether the server validates
 * fields. Schemas are in version 3 only.
 */
export function version2(registry: Registry): JsonObject {
  const paths = patchable(registry).map(resource => [pathOf(resource), { patch: patchOf(resource) }] as const)
  return {
    swagger: '2.0',
    info: { title: 'Embedded garden', version: 'v1' },
    paths: Object.fromEntries(paths),
    definitions: {},
  }
}

/** The same as a gnostic openapi.v2.Document. */
export function version2Protobuf(registry: Registry): Buffer {
  const paths = patchable(registry).map(resource => {
    const operation = message(
      ...consumesOf(resource).map(type => field(7, type)),
      ...PARAMETERS.map(name => field(8, queryParameter(name))),
      field(13, message(field(1, 'x-kubernetes-action'), field(2, yaml('patch')))),
      field(13, message(field(1, 'x-kubernetes-group-version-kind'), field(2, yaml(kindOf(resource))))),
    )
    return field(2, message(field(1, pathOf(resource)), field(2, field(8, operation))))
  })
  const info = message(field(1, 'Embedded garden'), field(2, 'v1'))
  return message(field(1, '2.0'), field(2, info), field(8, message(...paths)), field(9, ''))
}

function patchable(registry: Registry): Resource[] {
  return registry.all().filter(resource => resource.verbs.includes('patch'))
}

function pathOf(resource: Resource): string {
  const base = `${resource.group ? '/apis' : '/api'}/${apiVersionOf(resource)}`
  return `${base}${resource.namespaced ? '/namespaces/{namespace}' : ''}/${resource.plural}/{name}`
}

function patchOf(resource: Resource): JsonObject {
  return {
    consumes: consumesOf(resource),
    parameters: PARAMETERS.map(name => ({ name, in: 'query', type: 'string', uniqueItems: true })),
    responses: { 200: { description: 'OK' } },
    'x-kubernetes-action': 'patch',
    'x-kubernetes-group-version-kind': kindOf(resource),
  }
}

function consumesOf(resource: Resource): string[] {
  return resource.custom ? [...PATCH_TYPES] : [...PATCH_TYPES, STRATEGIC]
}

function kindOf({ group, version, kind }: Resource): JsonObject {
  return { group, version, kind }
}

/** ParametersItem > Parameter > NonBodyParameter > QueryParameterSubSchema. */
function queryParameter(name: string): Buffer {
  return field(1, field(2, field(3, message(field(2, 'query'), field(4, name), field(6, 'string')))))
}

/** An Any; JSON is YAML. */
function yaml(value: JsonObject | string): Buffer {
  return field(2, JSON.stringify(value))
}
