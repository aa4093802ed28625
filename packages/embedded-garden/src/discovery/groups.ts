import type { JsonObject } from '#embedded-garden/json.ts'
import type { Registry } from '#embedded-garden/resources/resource.ts'

/** The answer at /apis. */
export function groupList(registry: Registry): JsonObject {
  const groups = registry.groups().filter(group => group !== '')
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(group => entryOf(registry, group)) }
}

/** The answer at /apis/GROUP; null for an unknown group. */
export function groupOf(registry: Registry, group: string): JsonObject | null {
  if (!registry.groups().includes(group)) return null
  return { kind: 'APIGroup', apiVersion: 'v1', ...entryOf(registry, group) }
}

/** The answer at /api. `address` is where callers of any network find the server. */
export function coreVersions(address: string): JsonObject {
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
