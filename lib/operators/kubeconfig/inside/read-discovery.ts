import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { DiscoveredResource, Discovery } from '#lib/operators/kubeconfig/findings/discovery.ts'

interface GroupList {
  groups?: { name?: string; versions?: { groupVersion?: string }[] }[]
}

interface ResourceList {
  resources?: {
    name?: string
    kind?: string
    singularName?: string
    namespaced?: boolean
    verbs?: string[]
    shortNames?: string[]
  }[]
}

/**
 * What the cluster serves: all groups, and the resources of `groups`, or of all. A group whose own server does not answer is
 * there without resources. Throws GardenError.
 */
export async function readDiscovery(
  client: Pick<GardenClient, 'request'>,
  groups: ReadonlySet<string> | 'all',
  signal: AbortSignal,
): Promise<Discovery> {
  const ask = <T>(path: string) =>
    client.request<T>(
      { doing: 'ask the cluster for its API groups', permission: null, method: 'GET', path },
      { signal },
    )
  const list = await ask<GroupList>('/apis')
  const known = (list.groups ?? []).map(({ name = '', versions = [] }) => ({
    name,
    paths: versions.map(({ groupVersion = '' }) => `/apis/${groupVersion}`),
  }))
  const wanted = [{ name: '', paths: ['/api/v1'] }, ...known]
  const entries = await Promise.all(
    wanted.map(async ({ name, paths }): Promise<[string, DiscoveredResource[] | null]> => {
      if (groups !== 'all' && !groups.has(name)) return [name, null]
      return [name, await resourcesAt(ask, paths)]
    }),
  )
  return { groups: new Map(entries) }
}

/** Of all versions together: RBAC knows none. null when the server of the group does not answer. */
async function resourcesAt(
  ask: (path: string) => Promise<ResourceList>,
  paths: readonly string[],
): Promise<DiscoveredResource[] | null> {
  try {
    const lists = await Promise.all(paths.map(ask))
    return lists.flatMap(({ resources = [] }) =>
      resources.map(({ name = '', kind = '', singularName = '', namespaced = false, verbs = [], shortNames = [] }) => ({
        name,
        kind,
        singular: singularName || (name.includes('/') ? '' : kind.toLowerCase()),
        shortNames,
        namespaced,
        verbs,
      })),
    )
  } catch (error) {
    if (error instanceof GardenError && (error.kind === 'unavailable' || error.kind === 'not-found')) return null
    throw error
  }
}
