import { listRules, type RequestedAccess } from './access-rule.ts'
import type { DiscoveredResource, Discovery } from './discovery.ts'

/**
 * Returns what every Kubernetes cluster serves, for checks without the discovery of the target
 * cluster. Other groups that the rules name count as unknown, so that only impossible entries are
 * reported.
 */
export function standardDiscovery(access: RequestedAccess): Discovery {
  const named = listRules(access).flatMap(({ rule }) => rule.apiGroups ?? [])
  const unknown = named.map(group => group.split('/')[0] ?? '').filter(isInstalledGroup)
  return { groups: new Map([...ELSEWHERE, ...unknown.map(group => [group, null] as const), ...STANDARD]) }
}

/** Placeholder for groups that the rules do not name; `*` covers it. */
const ELSEWHERE = [['*', null]] as const

/** Groups of CustomResourceDefinitions and APIServices contain a dot and are lower case. */
function isInstalledGroup(group: string): boolean {
  return /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/.test(group)
}

const ALL = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']
const CHANGED = ['get', 'patch', 'update']
const ASKED = ['create']
const CALLED = ['create', 'get']
const PROXY = ['create', 'delete', 'get', 'patch', 'update']

/** Subresources with verbs other than get, patch and update. */
const VERBS_BELOW: Readonly<Record<string, readonly string[]>> = {
  attach: CALLED,
  binding: ASKED,
  eviction: ASKED,
  exec: CALLED,
  finalize: ['update'],
  log: ['get'],
  portforward: CALLED,
  proxy: PROXY,
  token: ASKED,
}

/**
 * Rows of plural, kind, short names and subresources, for example `deployments Deployment deploy
 * status,scale`; `-` for none.
 */
const NAMESPACED = {
  '': `bindings Binding - -
    configmaps ConfigMap cm -
    endpoints Endpoints ep -
    events Event ev -
    limitranges LimitRange limits -
    persistentvolumeclaims PersistentVolumeClaim pvc status
    pods Pod po attach,binding,ephemeralcontainers,eviction,exec,log,portforward,proxy,resize,status
    podtemplates PodTemplate - -
    replicationcontrollers ReplicationController rc scale,status
    resourcequotas ResourceQuota quota status
    secrets Secret - -
    serviceaccounts ServiceAccount sa token
    services Service svc proxy,status`,
  apps: `controllerrevisions ControllerRevision - -
    daemonsets DaemonSet ds status
    deployments Deployment deploy scale,status
    replicasets ReplicaSet rs scale,status
    statefulsets StatefulSet sts scale,status`,
  'authorization.k8s.io': 'localsubjectaccessreviews LocalSubjectAccessReview - -',
  autoscaling: 'horizontalpodautoscalers HorizontalPodAutoscaler hpa status',
  batch: `cronjobs CronJob cj status
    jobs Job - status`,
  'coordination.k8s.io': 'leases Lease - -',
  'discovery.k8s.io': 'endpointslices EndpointSlice - -',
  'events.k8s.io': 'events Event ev -',
  'networking.k8s.io': `ingresses Ingress ing status
    networkpolicies NetworkPolicy netpol -`,
  policy: 'poddisruptionbudgets PodDisruptionBudget pdb status',
  'rbac.authorization.k8s.io': `rolebindings RoleBinding - -
    roles Role - -`,
} as const

/**
 * The same for cluster-scoped resources. Groups whose resources differ between Kubernetes releases
 * are left out.
 */
const CLUSTER_WIDE = {
  '': `componentstatuses ComponentStatus cs -
    namespaces Namespace ns finalize,status
    nodes Node no proxy,status
    persistentvolumes PersistentVolume pv status`,
  'apiextensions.k8s.io': 'customresourcedefinitions CustomResourceDefinition crd,crds status',
  'apiregistration.k8s.io': 'apiservices APIService - status',
  'authorization.k8s.io': `selfsubjectaccessreviews SelfSubjectAccessReview - -
    selfsubjectrulesreviews SelfSubjectRulesReview - -
    subjectaccessreviews SubjectAccessReview - -`,
  'networking.k8s.io': `ingressclasses IngressClass - -
    ipaddresses IPAddress ip -
    servicecidrs ServiceCIDR - status`,
  'rbac.authorization.k8s.io': `clusterrolebindings ClusterRoleBinding - -
    clusterroles ClusterRole - -`,
  'scheduling.k8s.io': 'priorityclasses PriorityClass pc -',
} as const

/** Resources with fewer verbs: reviews, which are only created, and read-only ones. */
const FEWER_VERBS: Readonly<Record<string, readonly string[]>> = {
  bindings: ASKED,
  componentstatuses: ['get', 'list'],
  localsubjectaccessreviews: ASKED,
  selfsubjectaccessreviews: ASKED,
  selfsubjectrulesreviews: ASKED,
  subjectaccessreviews: ASKED,
}

const STANDARD = tableOf()

function tableOf(): ReadonlyMap<string, readonly DiscoveredResource[]> {
  const table = new Map<string, readonly DiscoveredResource[]>()
  for (const [groups, namespaced] of [
    [NAMESPACED, true],
    [CLUSTER_WIDE, false],
  ] as const)
    for (const [group, lines] of Object.entries(groups))
      table.set(group, [
        ...(table.get(group) ?? []),
        ...lines.split('\n').flatMap(line => resourcesOf(line, namespaced)),
      ])
  return table
}

function resourcesOf(line: string, namespaced: boolean): readonly DiscoveredResource[] {
  const [name = '', kind = '', shortNames = '', below = ''] = line.trim().split(' ')
  const listed = (words: string) => (words === '-' ? [] : words.split(','))
  const main = { name, kind, singular: kind.toLowerCase(), shortNames: listed(shortNames), namespaced }
  return [
    { ...main, verbs: FEWER_VERBS[name] ?? ALL },
    ...listed(below).map(sub => ({
      ...{ name: `${name}/${sub}`, kind, singular: '', shortNames: [], namespaced },
      verbs: VERBS_BELOW[sub] ?? CHANGED,
    })),
  ]
}
