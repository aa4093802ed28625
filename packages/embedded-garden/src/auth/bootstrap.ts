import type { JsonObject } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'

const API = 'rbac.authorization.k8s.io'
const HEALTH = ['/healthz', '/livez', '/readyz', '/version', '/version/']
const DISCOVERY = ['/api', '/api/*', '/apis', '/apis/*', '/openapi', '/openapi/*', ...HEALTH]

/** A ClusterRole and the groups that it is bound to. */
export interface BootstrapRole {
  readonly name: string
  readonly rules: readonly Readonly<Record<string, readonly string[]>>[]
  readonly groups: readonly string[]
}

const ROLES: readonly BootstrapRole[] = [
  {
    name: 'cluster-admin',
    rules: [
      { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
      { verbs: ['*'], nonResourceURLs: ['*'] },
    ],
    groups: ['system:masters'],
  },
  {
    name: 'system:basic-user',
    rules: [
      {
        verbs: ['create'],
        apiGroups: ['authorization.k8s.io'],
        resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
      },
      { verbs: ['create'], apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'] },
    ],
    groups: ['system:authenticated'],
  },
  {
    name: 'system:discovery',
    rules: [{ verbs: ['get'], nonResourceURLs: DISCOVERY }],
    groups: ['system:authenticated'],
  },
  {
    name: 'system:public-info-viewer',
    rules: [{ verbs: ['get'], nonResourceURLs: HEALTH }],
    groups: ['system:authenticated', 'system:unauthenticated'],
  },
]

/** The default ClusterRoles and ClusterRoleBindings of every cluster, limited to those that are used here, and `more`. */
export function bootstrapRoles(more: readonly BootstrapRole[]): { roles: KubeObject[]; bindings: KubeObject[] } {
  const all = [...ROLES, ...more]
  return {
    roles: all.map(({ name, rules }) => ({ metadata: { name }, rules: rules.map(copied) })),
    bindings: all.map(({ name, groups }) => ({
      metadata: { name },
      subjects: groups.map(group => ({ kind: 'Group', apiGroup: API, name: group })),
      roleRef: { apiGroup: API, kind: 'ClusterRole', name },
    })),
  }
}

function copied(rule: Readonly<Record<string, readonly string[]>>): JsonObject {
  return Object.fromEntries(Object.entries(rule).map(([field, values]) => [field, [...values]]))
}
