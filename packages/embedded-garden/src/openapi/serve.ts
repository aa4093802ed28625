import { createHash } from 'node:crypto'
import { type Answer, object } from '#embedded-garden/http/answer.ts'
import type { JsonObject } from '#embedded-garden/json.ts'
import { field, message } from '#embedded-garden/protobuf/wire.ts'
import { apiVersionOf, type Registry, type Resource } from '#embedded-garden/resource.ts'
import { type DocumentName, schemasOf } from '#embedded-garden/schema/documents.ts'
import { PATCH_TYPES, pathsOf, STRATEGIC } from './paths.ts'

const METADATA = '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'

const DOCUMENTS: Readonly<Record<string, DocumentName>> = {
  v1: 'core-v1',
  'events.k8s.io/v1': 'events-v1',
  'rbac.authorization.k8s.io/v1': 'rbac-v1',
  'coordination.k8s.io/v1': 'coordination-v1',
  'apiextensions.k8s.io/v1': 'apiextensions-v1',
  'apiregistration.k8s.io/v1': 'apiregistration-v1',
  'core.gardener.cloud/v1': 'gardener-core-v1',
  'core.gardener.cloud/v1beta1': 'gardener-core-v1beta1',
  'security.gardener.cloud/v1alpha1': 'gardener-security-v1alpha1',
}

/** `/openapi/v2`, `/openapi/v3` and `/openapi/v3/<group version>`; null for other paths. */
export function openApiAnswer(registry: Registry, path: readonly string[], accept: string): Answer | null {
  const [version, ...rest] = path
  if (version === 'v2' && rest.length === 0)
    return accept.includes(VERSION_2_PROTOBUF)
      ? { type: 'bytes', status: 200, contentType: VERSION_2_CONTENT, data: version2Protobuf(registry) }
      : object(version2(registry))
  if (version !== 'v3') return null
  if (rest.length === 0) return object(index(registry))
  const document = documentOf(registry, rest.join('/'))
  return document && object(document)
}

function index(registry: Registry): JsonObject {
  const paths = registry.groups().flatMap(group =>
    registry.versions(group).map(version => {
      const path = `${group ? 'apis' : 'api'}/${apiVersionOf({ group, version })}`
      const hash = createHash('sha256')
        .update(JSON.stringify(documentOf(registry, path)))
        .digest('hex')
        .slice(0, 32)
      return [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash.toUpperCase()}` }] as const
    }),
  )
  return { paths: Object.fromEntries(paths.sort(([a], [b]) => (a < b ? -1 : 1))) }
}

function documentOf(registry: Registry, path: string): JsonObject | null {
  const apiVersion = path.replace(/^apis?\//, '')
  const resources = registry.all().filter(resource => apiVersionOf(resource) === apiVersion)
  if (resources.length === 0 || path !== `${resources[0]?.group ? 'apis' : 'api'}/${apiVersion}`) return null
  const document = DOCUMENTS[apiVersion] ?? 'core-v1'
  const customs = resources.filter(resource => resource.custom)
  return {
    openapi: '3.0.0',
    info: { title: 'Embedded garden', version: 'v1' },
    paths: Object.assign({}, ...resources.map(pathsOf)),
    components: {
      schemas: {
        ...schemasOf(document),
        ...Object.fromEntries(customs.map(custom => [custom.schemaName, customSchema(custom)])),
      },
    },
  }
}

/** The schema of a CustomResourceDefinition with the fields every object has. */
function customSchema({ custom, group, version, kind }: Resource): JsonObject {
  const { properties, ...rest } = custom?.source ?? {}
  return {
    type: 'object',
    ...rest,
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      ...(properties as JsonObject | undefined),
      metadata: { allOf: [{ $ref: METADATA }] },
    },
    'x-kubernetes-group-version-kind': [{ group, version, kind }],
  }
}

/** The only form of version 2 that kubectl requests. */
const VERSION_2_PROTOBUF = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'

/** Content type of the response: the media type without `@`, which Content-Type does not allow. */
const VERSION_2_CONTENT = VERSION_2_PROTOBUF.replace('@', '.')

const PARAMETERS = ['dryRun', 'fieldManager', 'fieldValidation', 'force']

/**
 * kubectl before 1.29 reads which kinds can be patched, with which patch types, and whether the server validates
 * fields. Only version 3 contains schemas.
 */
function version2(registry: Registry): JsonObject {
  const paths = patchable(registry).map(resource => [pathOf(resource), { patch: patchOf(resource) }] as const)
  return {
    swagger: '2.0',
    info: { title: 'Embedded garden', version: 'v1' },
    paths: Object.fromEntries(paths),
    definitions: {},
  }
}

/** The same document as a gnostic openapi.v2.Document. */
function version2Protobuf(registry: Registry): Buffer {
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
