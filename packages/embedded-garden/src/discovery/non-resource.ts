import { type Answer, object, text } from '#embedded-garden/http/answer.ts'
import { methodNotAllowed, unknownResource } from '#embedded-garden/http/errors.ts'
import { requireMedia } from '#embedded-garden/http/negotiation.ts'
import type { JsonObject } from '#embedded-garden/json.ts'
import { openApiAnswer } from '#embedded-garden/openapi/serve.ts'
import type { Registry, RequestContext } from '#embedded-garden/resources/resource.ts'
import { apiResourceList } from './api-resources.ts'
import { coreVersions, groupList, groupOf } from './groups.ts'
import { versionInfo } from './version.ts'

const HEALTH = /^\/(healthz|livez|readyz)(\/|$)/

/** Answers for addresses that are no resource: discovery, version, health, OpenAPI. */
export function answerNonResource({ info, services, request }: RequestContext): Answer {
  const parts = info.path.split('/').filter(Boolean)
  const [root, group, version] = parts
  const missing = text('404 page not found\n', 404)
  const found = (body: ReturnType<typeof groupOf>) => (body ? object(body) : missing)
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed()
  if (HEALTH.test(info.path)) return text('ok')
  if (root === 'openapi')
    return openApiAnswer(services.registry, parts.slice(1), String(request.headers.accept ?? '')) ?? missing
  requireMedia(request.headers.accept)
  if (parts.length === 0) return object({ paths: rootPaths(services.registry) })
  if (root === 'version' && parts.length === 1) return object(versionInfo(services.version))
  if (root === 'api' && parts.length === 1) return object(coreVersions(String(request.headers.host ?? '')))
  if (root === 'api' && group && parts.length === 2) return found(known(apiResourceList(services.registry, '', group)))
  if (root === 'apis' && parts.length === 1) return object(groupList(services.registry))
  if (root === 'apis' && group && parts.length === 2) return found(groupOf(services.registry, group))
  if (root === 'apis' && group && version && parts.length === 3)
    return found(versionOf(services.registry, group, version))
  return missing
}

/** Unknown versions of what kube-apiserver serves itself are a Status; of aggregated and unknown groups, plain text. */
function versionOf(registry: Registry, group: string, version: string): JsonObject | null {
  const list = apiResourceList(registry, group, version)
  const own = registry.all().some(resource => resource.group === group && !resource.aggregated && !resource.custom)
  return own ? known(list) : list
}

function known(list: JsonObject | null): JsonObject {
  if (!list) throw unknownResource()
  return list
}

function rootPaths(registry: Registry): string[] {
  const groups = registry.groups().filter(group => group !== '')
  const versions = groups.flatMap(group => [
    `/apis/${group}`,
    ...registry.versions(group).map(version => `/apis/${group}/${version}`),
  ])
  return [
    '/api',
    '/api/v1',
    '/apis',
    ...versions,
    '/healthz',
    '/livez',
    '/openapi/v2',
    '/openapi/v3',
    '/readyz',
    '/version',
  ].sort()
}
