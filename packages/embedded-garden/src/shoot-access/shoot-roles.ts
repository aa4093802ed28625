import type { BootstrapRole } from '#embedded-garden/auth/bootstrap.ts'
import type { Resource } from '#embedded-garden/resources/resource.ts'

const EVERYTHING = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
]
/** Encrypted in every shoot, hence not for viewers. */
const ENCRYPTED = new Set(['secrets'])

/** What Gardener grants to the groups in its client certificates: everything to administrators, reading all but Secrets to viewers. */
export function shootRoles(resources: readonly Resource[]): BootstrapRole[] {
  return [
    {
      name: 'gardener.cloud:system:administrators',
      rules: EVERYTHING,
      groups: ['gardener.cloud:system:admins', 'gardener.cloud:project:admins'],
    },
    {
      name: 'gardener.cloud:system:read-only',
      rules: readRules(resources),
      groups: ['gardener.cloud:system:viewers', 'gardener.cloud:project:viewers'],
    },
  ]
}

function readRules(resources: readonly Resource[]) {
  const readable = resources.filter(({ verbs, storage }) => verbs.includes('list') && !ENCRYPTED.has(storage))
  const groups = [...new Set(readable.map(({ group }) => group))].sort()
  return groups.map(group => ({
    verbs: ['get', 'list', 'watch'],
    apiGroups: [group],
    resources: [...new Set(readable.filter(each => each.group === group).map(({ plural }) => plural))].sort(),
  }))
}
