/** Dangers that policy refuses unless an exception permits them. */
export const DANGER_CODES = [
  'wildcard-verbs',
  'wildcard-groups',
  'wildcard-resources',
  'wildcard-urls',
  'urls',
  'escalate',
  'bind',
  'impersonate',
  'signers',
  'roles',
  'cluster-secrets',
  'cluster-configmaps',
  'cluster-workloads',
  'cluster-namespaces',
  'cluster-network',
  'nodes',
  'volumes',
  'tokens',
  'pod-access',
  'proxy',
  'admission',
  'api-services',
  'protected-namespace',
] as const

export type DangerCode = (typeof DANGER_CODES)[number]

/** Verbs on resources that let their holder exceed the granted role. */
export interface Danger {
  readonly code: DangerCode
  /** Dangerous in cluster-wide rules only. */
  readonly clusterOnly?: true
  /** Dangerous verbs; null for any verb. */
  readonly verbs: readonly string[] | null
  /** Resources as `group/resource`, for example `core/pods/exec`. */
  readonly resources: readonly string[]
  /** Reason that follows "because" in a sentence. */
  readonly why: string
  /** The first release granted it. Access that it applied keeps working until the spec changes. */
  readonly later?: true
}

const WRITES = ['create', 'update', 'patch', 'delete', 'deletecollection']
export const CHANGES = ['create', 'update', 'patch']
const RBAC = 'rbac.authorization.k8s.io'
const ADMISSION = 'admissionregistration.k8s.io'

/** Resources that run pods. */
export const WORKLOADS = [
  'core/pods',
  'core/podtemplates',
  'core/replicationcontrollers',
  'apps/deployments',
  'apps/daemonsets',
  'apps/statefulsets',
  'apps/replicasets',
  'batch/jobs',
  'batch/cronjobs',
]

/**
 * Privilege escalations from the Kubernetes page "RBAC good practices" and from pools.md 5.4. The
 * operator writes roles as administrator, so the API server does not apply its own escalation
 * check.
 */
export const DANGERS: readonly Danger[] = [
  {
    code: 'escalate',
    verbs: ['escalate'],
    resources: [`${RBAC}/roles`, `${RBAC}/clusterroles`],
    why: 'it lets its holder write any right into a role',
  },
  {
    code: 'bind',
    verbs: ['bind'],
    resources: [`${RBAC}/roles`, `${RBAC}/clusterroles`],
    why: 'it lets its holder give himself any role',
  },
  {
    code: 'impersonate',
    verbs: ['impersonate'],
    resources: [
      'core/users',
      'core/groups',
      'core/serviceaccounts',
      'authentication.k8s.io/uids',
      // Constrained impersonation, for example the verb `impersonate:serviceaccount`, uses these
      // resources.
      'authentication.k8s.io/users',
      'authentication.k8s.io/groups',
      'authentication.k8s.io/serviceaccounts',
      'authentication.k8s.io/nodes',
    ],
    why: 'its holder can act as any other user',
  },
  {
    code: 'signers',
    verbs: ['approve', 'sign', 'attest'],
    resources: ['certificates.k8s.io/signers'],
    why: 'it leads to client certificates for any user',
  },
  {
    code: 'signers',
    verbs: ['update', 'patch'],
    resources: [
      'certificates.k8s.io/certificatesigningrequests/approval',
      'certificates.k8s.io/certificatesigningrequests/status',
    ],
    why: 'it leads to client certificates for any user',
  },
  {
    code: 'signers',
    verbs: ['create'],
    resources: [
      'certificates.k8s.io/certificatesigningrequests/nodeclient',
      'certificates.k8s.io/certificatesigningrequests/selfnodeclient',
    ],
    why: "the controller manager then approves a node's client certificate by itself, and a node reads the Secrets of its pods",
  },
  {
    code: 'roles',
    verbs: WRITES,
    resources: [`${RBAC}/roles`, `${RBAC}/rolebindings`, `${RBAC}/clusterroles`, `${RBAC}/clusterrolebindings`],
    why: 'it changes who may do what',
  },
  {
    code: 'cluster-secrets',
    clusterOnly: true,
    verbs: null,
    resources: ['core/secrets'],
    why: 'the Secrets of the whole cluster contain the credentials of all its users',
  },
  {
    code: 'cluster-configmaps',
    clusterOnly: true,
    verbs: CHANGES,
    resources: ['core/configmaps'],
    why: 'those of kube-system define administrators (aws-auth of EKS), the authorities that API servers trust, and name resolution',
  },
  {
    code: 'cluster-workloads',
    clusterOnly: true,
    verbs: CHANGES,
    resources: WORKLOADS,
    why: 'a pod may use any Secret and any ServiceAccount of its namespace, so in the whole cluster it reaches all of them',
  },
  {
    // Dangerous in a namespaced role too, which may change its own namespace.
    code: 'cluster-namespaces',
    verbs: ['update', 'patch'],
    resources: ['core/namespaces', 'core/namespaces/finalize'],
    why: 'the labels of a namespace say how far its pods are confined',
  },
  {
    // The API server keeps the labels of such a write.
    code: 'cluster-namespaces',
    later: true,
    verbs: ['update', 'patch'],
    resources: ['core/namespaces/status'],
    why: 'the labels of a namespace say how far its pods are confined',
  },
  {
    code: 'cluster-namespaces',
    clusterOnly: true,
    later: true,
    verbs: ['create', 'delete', 'deletecollection'],
    resources: ['core/namespaces'],
    why: 'a deleted namespace takes all its objects along, and a new one decides how far its pods are confined',
  },
  {
    code: 'cluster-network',
    clusterOnly: true,
    later: true,
    verbs: WRITES,
    resources: [
      'core/services',
      // The address of a load balancer, which nodes redirect to the Service.
      'core/services/status',
      // The address and the labels of a pod, by which Services select it.
      'core/pods/status',
      'core/endpoints',
      'discovery.k8s.io/endpointslices',
    ],
    why: 'in the whole cluster it redirects the traffic of any component',
  },
  {
    code: 'nodes',
    clusterOnly: true,
    later: true,
    verbs: WRITES,
    resources: ['core/nodes', 'core/nodes/status'],
    why: 'labels and taints of nodes decide where pods run, and a deleted node stops its pods',
  },
  {
    code: 'volumes',
    verbs: ['create'],
    resources: ['core/persistentvolumes'],
    why: 'a volume may be a folder of the node',
  },
  {
    code: 'volumes',
    clusterOnly: true,
    later: true,
    verbs: ['update', 'patch', 'delete', 'deletecollection'],
    resources: ['core/persistentvolumes'],
    why: 'a changed volume hands its data to another namespace, and a deleted one loses them',
  },
  {
    code: 'tokens',
    verbs: ['create'],
    resources: ['core/serviceaccounts/token'],
    why: 'it creates tokens that cannot be traced or revoked here',
  },
  {
    code: 'pod-access',
    verbs: null,
    resources: ['core/pods/exec', 'core/pods/attach', 'core/pods/portforward', 'core/pods/ephemeralcontainers'],
    why: 'it leads into running pods, and to their credentials',
  },
  {
    code: 'proxy',
    verbs: null,
    resources: [
      'core/nodes/proxy',
      'core/pods/proxy',
      'core/services/proxy',
      // The kubelet authorises these subresources itself.
      'core/nodes/log',
      'core/nodes/checkpoint',
    ],
    why: 'it bypasses the API server, its rules and its audit log',
  },
  {
    code: 'admission',
    verbs: WRITES,
    resources: [
      `${ADMISSION}/mutatingwebhookconfigurations`,
      `${ADMISSION}/validatingwebhookconfigurations`,
      `${ADMISSION}/mutatingadmissionpolicies`,
      `${ADMISSION}/mutatingadmissionpolicybindings`,
      `${ADMISSION}/validatingadmissionpolicies`,
      `${ADMISSION}/validatingadmissionpolicybindings`,
    ],
    why: 'a webhook sees and changes the writes of all users',
  },
  {
    code: 'admission',
    verbs: ['update', 'patch'],
    resources: ['apiextensions.k8s.io/customresourcedefinitions'],
    why: 'a webhook that converts its resources sees and changes the writes of all users',
  },
  {
    code: 'api-services',
    verbs: WRITES,
    resources: ['apiregistration.k8s.io/apiservices'],
    why: 'an API service receives the requests of all users',
  },
]

/** A danger that policy permits. */
export interface Exception {
  readonly code: DangerCode
  /** The namespace of the role; `*` for rules of the whole cluster, null for both. */
  readonly place: string | null
  /** A resource as the rule names it; null for all. */
  readonly resource: string | null
}

/** Exceptions by the namespace of the requests that may use them. */
export type Exceptions = ReadonlyMap<string, readonly Exception[]>

/** Thrown for a setting that does not parse; `message` names the expected form. */
export class ExceptionsError extends Error {
  override readonly name = 'ExceptionsError'
}

/**
 * Parses the setting of exceptions, `REQUESTS=CODE[@PLACE[/RESOURCE]],…;…`: the namespace of the requests, the code of the
 * danger, the namespace of the role (`*`: the whole cluster) and the resource. For example
 * `compass=protected-namespace@kyma-system/configmaps,pod-access;kcp-system=roles`. Throws ExceptionsError.
 */
export function parseExceptions(text: string): Exceptions {
  const exceptions = new Map<string, readonly Exception[]>()
  for (const entry of text.split(';').map(each => each.trim())) {
    if (entry === '') continue
    const [namespace = '', list, ...more] = entry.split('=').map(each => each.trim())
    if (namespace === '' || list === undefined || more.length > 0) {
      throw new ExceptionsError(
        `"${entry}" is no exception. Write NAMESPACE=CODE,CODE; for example compass=pod-access.`,
      )
    }
    const parsed = list.split(',').map(each => parseException(each.trim(), namespace))
    exceptions.set(namespace, [...(exceptions.get(namespace) ?? []), ...parsed])
  }
  return exceptions
}

function parseException(text: string, namespace: string): Exception {
  const [, name = '', place, resource] = /^([^@/]*)(?:@([^/]*)(?:\/(.*))?)?$/.exec(text) ?? []
  const code = DANGER_CODES.find(each => each === name)
  if (code === undefined) {
    throw new ExceptionsError(
      `"${name || text}" of namespace ${namespace} is no code. Codes are: ${DANGER_CODES.join(', ')}.`,
    )
  }
  if (place === '' || resource === '') {
    throw new ExceptionsError(
      `"${text}" of namespace ${namespace} is incomplete. Write CODE@PLACE or CODE@PLACE/RESOURCE, where PLACE is the namespace of the role or * for the whole cluster; for example protected-namespace@kyma-system/configmaps.`,
    )
  }
  return { code, place: place ?? null, resource: resource ?? null }
}
