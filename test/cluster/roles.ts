const RBAC = '/apis/rbac.authorization.k8s.io/v1'

interface Rule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
}

const READ = ['get', 'list', 'watch']

/** Permissions of Gardener's project role `viewer`, as far as the console needs them (Gardener: roles of a project). */
const VIEWER: readonly Rule[] = [
  { apiGroups: ['core.gardener.cloud'], resources: ['shoots', 'secretbindings', 'quotas'], verbs: READ },
  { apiGroups: ['security.gardener.cloud'], resources: ['credentialsbindings'], verbs: READ },
]

/** Permissions for writing, in addition to reading: Gardener checks that the author of a binding may get the Secret. */
const OPERATOR: readonly Rule[] = [
  ...VIEWER,
  { apiGroups: ['core.gardener.cloud'], resources: ['secretbindings'], verbs: ['patch', 'update'] },
  { apiGroups: ['security.gardener.cloud'], resources: ['credentialsbindings'], verbs: ['patch', 'update'] },
  { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list', 'watch'] },
]

/** Roles and their bindings for the users `viewer` and `operator` in a namespace, with the paths to create them at. */
export function roles(namespace: string): readonly { readonly path: string; readonly object: object }[] {
  return Object.entries({ viewer: VIEWER, operator: OPERATOR }).flatMap(([user, rules]) => [
    {
      path: `${RBAC}/namespaces/${namespace}/roles`,
      object: { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: user }, rules },
    },
    {
      path: `${RBAC}/namespaces/${namespace}/rolebindings`,
      object: {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'RoleBinding',
        metadata: { name: user },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: user },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
      },
    },
  ])
}
