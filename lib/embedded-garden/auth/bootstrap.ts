import type { KubeObject } from '#lib/embedded-garden/object.ts'
import { PERSONA_ROLES } from './persona-roles.ts'

const API = 'rbac.authorization.k8s.io'
const HEALTH = ['/healthz', '/livez', '/readyz', '/version', '/version/']
const DISCOVERY = ['/api', '/api/*', '/apis', '/apis/*', '/openapi', '/openapi/*', ...HEALTH]

interface BootstrapRole {
  readonly name: string
  readonly rules: readonly Readonly<Record<string, string[]>>[]
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
  ...PERSONA_ROLES,
]

/** The ClusterRoles and ClusterRoleBindings every cluster begins with, as far as anything here asks for them. */
export function bootstrapRoles(): { roles: KubeObject[]; bindings: KubeObject[] } {
  return {
    roles: ROLES.map(({ name, rules }) => ({ metadata: { name }, rules: rules.map(rule => ({ ...rule })) })),
    bindings: ROLES.map(({ name, groups }) => ({
      metadata: { name },
      subjects: groups.map(group => ({ kind: 'Group', apiGroup: API, name: group })),
      roleRef: { apiGroup: API, kind: 'ClusterRole', name },
    })),
  }
}
