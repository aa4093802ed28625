import type { Collection, GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { PageEnd } from '#lib/garden/client/read-page.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Resource } from '#lib/garden/resources/resource.ts'

/** Whole objects may have more than a megabyte each (etcd), and an answer is read up to some hundred. */
const PER_PAGE = 100

/** Of a cluster that may be anybody's; no more objects of ours are in any. */
export const MAX_INSIDE = 10_000

/** All objects of a collection; `most`: of which there are no more, from a server that may be anybody's. Throws GardenError. */
export async function listAll<T extends KubeObject>(
  client: Pick<GardenClient, 'page'>,
  collection: Collection,
  signal?: AbortSignal,
  most = Number.POSITIVE_INFINITY,
): Promise<T[]> {
  const found: T[] = []
  let from: string | null = null
  let pages = 0
  do {
    // Pages may be empty, and lead to another for ever.
    if (pages++ > most / PER_PAGE || found.length > most) throw tooMany(collection, most)
    const end: PageEnd = await client.page<T>(
      collection,
      { limit: PER_PAGE, ...(from === null ? {} : { continue: from }), ...(signal === undefined ? {} : { signal }) },
      object => found.push(object),
    )
    from = end.continue
  } while (from !== null)
  return found
}

function tooMany({ resource: { plural } }: Collection, most: number): GardenError {
  const because = `there are more than ${most}, or pages of them without end.`
  return new GardenError({ kind: 'unexpected', doing: `list ${plural}`, because })
}

const RBAC = { group: 'rbac.authorization.k8s.io', version: 'v1' } as const

export const SERVICE_ACCOUNTS: Resource = {
  group: '',
  version: 'v1',
  plural: 'serviceaccounts',
  kind: 'ServiceAccount',
}
export const ROLES: Resource = { ...RBAC, plural: 'roles', kind: 'Role' }
export const ROLE_BINDINGS: Resource = { ...RBAC, plural: 'rolebindings', kind: 'RoleBinding' }
export const CLUSTER_ROLES: Resource = { ...RBAC, plural: 'clusterroles', kind: 'ClusterRole' }
export const CLUSTER_ROLE_BINDINGS: Resource = { ...RBAC, plural: 'clusterrolebindings', kind: 'ClusterRoleBinding' }

export const RBAC_GROUP = RBAC.group

/** The kind of role that holds in a namespace, or in the whole cluster. */
export function roleResource(namespace: string | null): Resource {
  return namespace === null ? CLUSTER_ROLES : ROLES
}

export function bindingResource(namespace: string | null): Resource {
  return namespace === null ? CLUSTER_ROLE_BINDINGS : ROLE_BINDINGS
}
