import { createHash } from 'node:crypto'
import { type Answer, object } from '#embedded-garden/http/answer.ts'
import type { JsonObject } from '#embedded-garden/json.ts'
import { apiVersionOf, type Registry, type Resource } from '#embedded-garden/resource.ts'
import { type DocumentName, schemasOf } from '#embedded-garden/schema/documents.ts'
import { pathsOf } from './paths.ts'
import { VERSION_2_CONTENT, VERSION_2_PROTOBUF, version2, version2Protobuf } from './version-2.ts'

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

/** `/openapi/v2`, `/openapi/v3` and `/openapi/v3/<group version>`; null for what is not there. */
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
