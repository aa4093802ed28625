import { OPERATORS, VIEWERS } from './garden-users.ts'

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

/** What the console needs beyond reading. Gardener wants `get` on what a binding refers to for every write of it. */
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

/** What its operators need: clusters from Gardener, their own kinds, and in the demo the definitions of these. */
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

/** Roles of the viewer and the operator: as little as each of them needs. */
export const PERSONA_ROLES = [
  { name: 'garden:viewer', rules: viewerRules, groups: [VIEWERS] },
  { name: 'garden:operator', rules: operatorRules, groups: [OPERATORS] },
]
