import type { Collection, GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { PageEnd } from '#lib/garden/client/read-page.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Resource } from '#lib/garden/resources/resource.ts'

/** Page size; an object may exceed a megabyte (etcd) and the client limits the size of an answer. */
const PER_PAGE = 100

/** Maximum of objects from an untrusted cluster; no cluster has as many objects of this operator. */
export const MAX_INSIDE = 10_000

/** Lists all objects of a collection; `most` limits an untrusted server. Throws GardenError. */
export async function listAll<T extends KubeObject>(
  client: Pick<GardenClient, 'page'>,
  collection: Collection,
  signal?: AbortSignal,
  max = Number.POSITIVE_INFINITY,
): Promise<T[]> {
  const found: T[] = []
  let from: string | null = null
  let pages = 0
  do {
    // An untrusted server may send empty pages without end.
    if (pages++ > max / PER_PAGE || found.length > max) throw tooMany(collection, max)
    const end: PageEnd = await client.page<T>(
      collection,
      { limit: PER_PAGE, ...(from === null ? {} : { continue: from }), ...(signal === undefined ? {} : { signal }) },
      object => found.push(object),
    )
    from = end.continue
  } while (from !== null)
  return found
}

function tooMany({ resource: { plural } }: Collection, max: number): GardenError {
  const because = `there are more than ${max}, or pages of them without end.`
  return new GardenError({ kind: 'unexpected', doing: `list ${plural}`, because })
}

const RBAC = { group: 'rbac.authorization.k8s.io', version: 'v1' } as const

/** The resource ServiceAccount. */
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

/** API group of RBAC. */
export const RBAC_GROUP = RBAC.group

/** ClusterRole without a namespace, else Role. */
export function roleResource(namespace: string | null): Resource {
  return namespace === null ? CLUSTER_ROLES : ROLES
}

/** ClusterRoleBinding without a namespace, else RoleBinding. */
export function bindingResource(namespace: string | null): Resource {
  return namespace === null ? CLUSTER_ROLE_BINDINGS : ROLE_BINDINGS
}
