import { createHash } from 'node:crypto'
import type { JsonObject } from '#embedded-garden/json.ts'
import { apiVersionOf, type Registry, type Resource } from '#embedded-garden/resources/resource.ts'

/** The APIResourceList of a group version; null when nothing is served there. */
export function apiResourceList(registry: Registry, group: string, version: string): JsonObject | null {
  const resources = registry.inGroupVersion(group, version)
  if (resources.length === 0) return null
  const entries = resources.flatMap(entriesOf).sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1))
  // kube-apiserver leaves the version out in its oldest group.
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
