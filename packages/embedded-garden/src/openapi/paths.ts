import type { JsonObject } from '#embedded-garden/json.ts'
import { apiVersionOf, type Resource } from '#embedded-garden/resource.ts'

export const PATCH_TYPES = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/apply-patch+yaml',
]
export const STRATEGIC = 'application/strategic-merge-patch+json'
const WRITE = ['dryRun', 'fieldManager', 'fieldValidation', 'pretty']
const READ = ['pretty', 'resourceVersion']
const LIST = ['allowWatchBookmarks', 'continue', 'fieldSelector', 'labelSelector', 'limit', 'resourceVersionMatch']
const DELETE = ['dryRun', 'gracePeriodSeconds', 'orphanDependents', 'propagationPolicy']

type Action = 'get' | 'list' | 'post' | 'put' | 'patch' | 'delete' | 'deletecollection'

const METHODS: Readonly<Record<Action, string>> = {
  get: 'get',
  list: 'get',
  post: 'post',
  put: 'put',
  patch: 'patch',
  delete: 'delete',
  deletecollection: 'delete',
}

const VERBS: Readonly<Record<Action, Resource['verbs'][number]>> = {
  get: 'get',
  list: 'list',
  post: 'create',
  put: 'update',
  patch: 'patch',
  delete: 'delete',
  deletecollection: 'deletecollection',
}

/** The paths of a kind, with the parameters that clients look up before a write. */
export function pathsOf(resource: Resource): Record<string, JsonObject> {
  const base = `${resource.group ? '/apis' : '/api'}/${apiVersionOf(resource)}`
  const collection = `${base}${resource.namespaced ? '/namespaces/{namespace}' : ''}/${resource.plural}`
  return Object.fromEntries(
    [
      [collection, operations(resource, ['list', 'post', 'deletecollection'])] as const,
      [`${collection}/{name}`, operations(resource, ['get', 'put', 'patch', 'delete'])] as const,
      ...resource.subresources
        .filter(({ kind }) => kind === resource.kind)
        .map(({ name }) => [`${collection}/{name}/${name}`, operations(resource, ['get', 'put', 'patch'])] as const),
    ].filter(([, found]) => Object.keys(found).length > 0),
  )
}

function operations(resource: Resource, actions: readonly Action[]): JsonObject {
  const offered = actions.filter(action => resource.verbs.includes(VERBS[action]))
  return Object.fromEntries(offered.map(action => [METHODS[action], operation(resource, action)]))
}

function operation(resource: Resource, action: Action): JsonObject {
  const schema = schemaOf(resource)
  return {
    operationId: `${action}${resource.group.split('.').map(capital).join('')}${capital(resource.version)}${resource.kind}`,
    parameters: parametersOf(action).map(name => ({
      name,
      in: 'query',
      schema: { type: 'string', uniqueItems: true },
    })),
    ...bodyOf(resource, action, schema),
    responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': { group: resource.group, version: resource.version, kind: resource.kind },
  }
}

function parametersOf(action: Action): string[] {
  switch (action) {
    case 'get':
      return READ
    case 'list':
      return [...READ, ...LIST, 'timeoutSeconds', 'watch']
    case 'patch':
      return [...WRITE, 'force']
    case 'delete':
      return DELETE
    case 'deletecollection':
      return [...DELETE, ...LIST]
    default:
      return WRITE
  }
}

function bodyOf(resource: Resource, action: Action, schema: JsonObject): JsonObject {
  if (action === 'post' || action === 'put') return { requestBody: { content: { '*/*': { schema } }, required: true } }
  if (action !== 'patch') return {}
  const types = resource.custom ? PATCH_TYPES : [...PATCH_TYPES, STRATEGIC]
  const patch = { schema: { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Patch' } }
  return { requestBody: { content: Object.fromEntries(types.map(type => [type, patch])), required: true } }
}

/** Reviews have no schema. */
function schemaOf(resource: Resource): JsonObject {
  return resource.schemaName ? { $ref: `#/components/schemas/${resource.schemaName}` } : { type: 'object' }
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
