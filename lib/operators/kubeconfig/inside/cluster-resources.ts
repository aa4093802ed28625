import type { Resource } from '#lib/garden/resources/resource.ts'

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
