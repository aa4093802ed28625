import { createHash } from 'node:crypto'
import { type Answer, object, text } from '#embedded-garden/http/answer.ts'
import { methodNotAllowed, unknownResource } from '#embedded-garden/http/errors.ts'
import { requireMedia } from '#embedded-garden/http/negotiation.ts'
import type { JsonObject } from '#embedded-garden/json.ts'
import { openApiAnswer } from '#embedded-garden/openapi/serve.ts'
import { apiVersionOf, type Registry, type RequestContext, type Resource } from '#embedded-garden/resource.ts'

const HEALTH = /^\/(healthz|livez|readyz)(\/|$)/

/** Responses at addresses other than resources: discovery, version, health, OpenAPI. */
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

/** Unknown versions of kube-apiserver's own groups are a Status; those of aggregated and unknown groups are plain text. */
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

/** The response at /apis. */
function groupList(registry: Registry): JsonObject {
  const groups = registry.groups().filter(group => group !== '')
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(group => entryOf(registry, group)) }
}

/** The response at /apis/GROUP; null for an unknown group. */
function groupOf(registry: Registry, group: string): JsonObject | null {
  if (!registry.groups().includes(group)) return null
  return { kind: 'APIGroup', apiVersion: 'v1', ...entryOf(registry, group) }
}

/** The response at /api. `address`: server address for clients of any network. */
function coreVersions(address: string): JsonObject {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: address }],
  }
}

function entryOf(registry: Registry, group: string): JsonObject {
  const versions = sortVersions(registry.versions(group)).map(version => ({
    groupVersion: `${group}/${version}`,
    version,
  }))
  return { name: group, versions, preferredVersion: versions[0] ?? null }
}

/** Newest first: v2, v1, v1beta1, v1alpha1. */
function sortVersions(versions: readonly string[]): string[] {
  return [...versions].sort((a, b) => rank(b) - rank(a))
}

function rank(version: string): number {
  const [, major = '0', stage = '', minor = '0'] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version) ?? []
  const weight = stage === '' ? 2 : stage === 'beta' ? 1 : 0
  return weight * 1e6 + Number(major) * 1e3 + Number(minor)
}

/** The APIResourceList of a group version; null when nothing is served there. */
function apiResourceList(registry: Registry, group: string, version: string): JsonObject | null {
  const resources = registry.inGroupVersion(group, version)
  if (resources.length === 0) return null
  const entries = resources.flatMap(entriesOf).sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1))
  // kube-apiserver omits the version in the core group.
  const apiVersion = group ? { apiVersion: 'v1' } : {}
  return {
    kind: 'APIResourceList',
    ...apiVersion,
    groupVersion: apiVersionOf({ group, version }),
    resources: entries,
  }
}

function entriesOf(resource: Resource): JsonObject[] {
  const { plural, singular, namespaced, kind, verbs, shortNames, categories } = resource
  const main: JsonObject = {
    name: plural,
    singularName: singular,
    namespaced,
    kind,
    verbs: [...verbs],
    ...(shortNames.length > 0 && { shortNames: [...shortNames] }),
    ...(categories.length > 0 && { categories: [...categories] }),
    ...(verbs.includes('list') && { storageVersionHash: storageVersionHash(resource) }),
  }
  const below = resource.subresources.map(subresource => ({
    name: `${plural}/${subresource.name}`,
    singularName: '',
    namespaced,
    ...(subresource.group !== undefined && { group: subresource.group }),
    ...(subresource.version !== undefined && { version: subresource.version }),
    kind: subresource.kind,
    verbs: [...subresource.verbs],
  }))
  return [main, ...below]
}

/** First eight bytes of the digest of the stored kind, as kube-apiserver computes it. */
function storageVersionHash(resource: Resource): string {
  const group = resource.conversion ? '' : resource.group
  const digest = createHash('sha256').update(`${group}/${resource.version}/${resource.kind}`).digest()
  return digest.subarray(0, 8).toString('base64')
}

/** Version of the kube-apiserver that the recordings come from. */
export const RECORDED_VERSION = 'v1.36.2'

/** The response at /version. `gitVersion` as `v1.36.2`. */
function versionInfo(gitVersion: string): JsonObject {
  const [major = '', minor = ''] = gitVersion.replace(/^v/, '').split('.')
  return {
    major,
    minor,
    emulationMajor: major,
    emulationMinor: minor,
    minCompatibilityMajor: major,
    minCompatibilityMinor: String(Number(minor) - 1),
    gitVersion,
    gitCommit: 'embedded-garden',
    gitTreeState: 'clean',
    buildDate: '2026-08-21T00:00:00Z',
    goVersion: '',
    compiler: 'node',
    platform: `${process.platform}/${process.arch}`,
  }
}
