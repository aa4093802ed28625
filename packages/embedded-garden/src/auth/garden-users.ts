import { randomBytes } from 'node:crypto'
import { stringify } from 'yaml'
import { MASTERS, type User } from './user.ts'

/** Users for whom the garden writes a kubeconfig. */
export type Persona = 'admin' | 'viewer' | 'operator'

export const PERSONAS: readonly Persona[] = ['admin', 'viewer', 'operator']

/** Groups to which the ClusterRoles of the personas are bound. */
const VIEWERS = 'garden:viewers'
const OPERATORS = 'garden:operators'

export interface TokenUser {
  readonly token: string
  readonly user: User
}

const USERS: Readonly<Record<Persona, User>> = {
  admin: { name: 'admin', uid: '1', groups: [MASTERS] },
  viewer: { name: 'viewer', uid: '2', groups: [VIEWERS] },
  operator: { name: 'operator', uid: '3', groups: [OPERATORS] },
}

/** Creates the three users; a persona without a given token gets a random one of 192 bits. */
export function createPersonas(tokens: Partial<Record<Persona, string>> = {}): Record<Persona, TokenUser> {
  const persona = (name: Persona): TokenUser => ({
    token: tokens[name] ?? randomBytes(24).toString('base64url'),
    user: USERS[name],
  })
  return { admin: persona('admin'), viewer: persona('viewer'), operator: persona('operator') }
}

const READ = ['get', 'list', 'watch']
const WRITE = [...READ, 'create', 'update', 'patch', 'delete']
const SECURITY = 'security.gardener.cloud'
const CORE = 'core.gardener.cloud'
const KYMA = 'operator.kyma-project.io'
const CONTROL_PLANE = 'control-plane.kyma-project.io'

const viewerRules = [
  { verbs: READ, apiGroups: [CORE], resources: ['shoots', 'secretbindings', 'quotas', 'projects', 'cloudprofiles'] },
  { verbs: READ, apiGroups: [SECURITY], resources: ['credentialsbindings'] },
  { verbs: READ, apiGroups: ['', 'events.k8s.io'], resources: ['events'] },
  { verbs: READ, apiGroups: [''], resources: ['namespaces'] },
  {
    verbs: READ,
    apiGroups: ['infrastructuremanager.kyma-project.io'],
    resources: ['runtimes', 'gardenerclusters'],
  },
  { verbs: ['create'], apiGroups: [CORE], resources: ['shoots/viewerkubeconfig'] },
]

/** Permissions of the console. Gardener requires `get` on the referenced credentials for every write of a binding. */
const operatorRules = [
  ...viewerRules,
  { verbs: ['patch', 'update'], apiGroups: [CORE], resources: ['secretbindings'] },
  { verbs: ['patch', 'update'], apiGroups: [SECURITY], resources: ['credentialsbindings'] },
  { verbs: WRITE, apiGroups: [''], resources: ['secrets'] },
  { verbs: READ, apiGroups: [SECURITY], resources: ['workloadidentities'] },
  { verbs: WRITE, apiGroups: ['coordination.k8s.io'], resources: ['leases'] },
  { verbs: WRITE, apiGroups: [''], resources: ['configmaps'] },
  { verbs: ['create', 'patch', 'update'], apiGroups: ['', 'events.k8s.io'], resources: ['events'] },
  ...clusterRules(),
]

/** Permissions of the console's operators: shoots, their own kinds, and in the demo the definitions of these kinds. */
function clusterRules() {
  const kinds = [
    { group: KYMA, plurals: ['clusters', 'kubeconfigrequests'] },
    { group: CONTROL_PLANE, plurals: ['subscriptionrequests'] },
  ]
  return [
    { verbs: ['create', 'update', 'patch', 'delete'], apiGroups: [CORE], resources: ['shoots'] },
    { verbs: ['create'], apiGroups: [CORE], resources: ['shoots/adminkubeconfig'] },
    ...kinds.flatMap(({ group, plurals }) => [
      { verbs: WRITE, apiGroups: [group], resources: plurals },
      {
        verbs: ['get', 'update', 'patch'],
        apiGroups: [group],
        resources: plurals.flatMap(plural => [`${plural}/status`, `${plural}/finalizers`]),
      },
    ]),
    {
      verbs: [...READ, 'create', 'update', 'patch'],
      apiGroups: ['apiextensions.k8s.io'],
      resources: ['customresourcedefinitions'],
    },
  ]
}

/** Roles of the viewer and the operator, each with the fewest permissions that it needs. */
export const PERSONA_ROLES = [
  { name: 'garden:viewer', rules: viewerRules, groups: [VIEWERS] },
  { name: 'garden:operator', rules: operatorRules, groups: [OPERATORS] },
]

interface KubeconfigParts {
  readonly server: string
  /** PEM */
  readonly caCertificate: string
  readonly user: string
  readonly token: string
  readonly namespace: string
}

/** A kubeconfig with one cluster, one user and one context. */
export function kubeconfig({ server, caCertificate, user, token, namespace }: KubeconfigParts): string {
  const name = 'embedded-garden'
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name, cluster: { server, 'certificate-authority-data': Buffer.from(caCertificate).toString('base64') } },
    ],
    users: [{ name: user, user: { token } }],
    contexts: [{ name, context: { cluster: name, user, namespace } }],
    'current-context': name,
  })
}
