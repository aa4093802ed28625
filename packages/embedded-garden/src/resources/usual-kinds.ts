import type { Verb } from '#embedded-garden/http/request-info.ts'
import { ALL_VERBS, type Resource } from '#embedded-garden/resource.ts'
import { commonFields, PLAIN_FIELD } from '#embedded-garden/schema/documents.ts'
import { DEDUCED, type Field, type Shape } from '#embedded-garden/schema/shape.ts'
import { ageColumn, NAME } from '#embedded-garden/table/columns.ts'

interface StoredKind {
  readonly group: string
  readonly version: string
  readonly plural: string
  readonly kind: string
  readonly namespaced: boolean
  readonly shortNames: readonly string[]
  /** Subresources, with the kind that they accept or return. */
  readonly subresources: Readonly<Record<string, string>>
}

const fields = new Map<string, Field>([
  ...commonFields(),
  ...['spec', 'status', 'data'].map((name): [string, Field] => [name, { ...PLAIN_FIELD, shape: DEDUCED }]),
])
const ANYTHING: Shape = { type: 'struct', fields, atomic: false, preserve: true }

const STATUS_VERBS: readonly Verb[] = ['get', 'patch', 'update']
/** Subresources that are read, or read and written; the others are actions. */
const READ_ONLY = new Set(['log'])
const SCALE = 'scale'

/** Defines a Kubernetes kind that the garden stores as written and that no controller reconciles. */
function storedKind({ plural, kind, subresources, ...rest }: StoredKind): Resource {
  return {
    ...rest,
    plural,
    kind,
    singular: kind.toLowerCase(),
    listKind: `${kind}List`,
    categories: [],
    verbs: ALL_VERBS,
    storage: rest.group ? `${plural}.${rest.group}` : plural,
    aggregated: false,
    custom: null,
    shape: ANYTHING,
    schemaName: '',
    strategy: { generation: 'status' in subresources },
    statusSubresource: 'status' in subresources,
    subresources: Object.entries(subresources).map(([name, its]) => ({ name, kind: its, verbs: verbsOf(name) })),
    columns: [NAME, ageColumn('string')],
    conversion: null,
    special: {},
  }
}

function verbsOf(subresource: string): readonly Verb[] {
  if (subresource === 'status' || subresource === SCALE) return STATUS_VERBS
  return READ_ONLY.has(subresource) ? ['get'] : ['create']
}

interface Names {
  readonly shortNames?: readonly string[]
  /** Subresources and their kinds, besides the status, which most kinds have. */
  readonly below?: Readonly<Record<string, string>>
  readonly status?: boolean
  readonly namespaced?: boolean
}

type Kinds = Readonly<Record<string, Names>>

const CLUSTER: Names = { namespaced: false, status: false }
const PLAIN: Names = { status: false }

const PODS: Names = {
  shortNames: ['po'],
  below: {
    attach: 'PodAttachOptions',
    eviction: 'Eviction',
    exec: 'PodExecOptions',
    log: 'Pod',
    portforward: 'PodPortForwardOptions',
  },
}
const SCALED = { scale: 'Scale' }

/** By group version; `plural Kind`. */
const KINDS: Readonly<Record<string, Kinds>> = {
  v1: {
    'endpoints Endpoints': { ...PLAIN, shortNames: ['ep'] },
    'limitranges LimitRange': { ...PLAIN, shortNames: ['limits'] },
    'nodes Node': { namespaced: false, shortNames: ['no'] },
    'persistentvolumeclaims PersistentVolumeClaim': { shortNames: ['pvc'] },
    'persistentvolumes PersistentVolume': { namespaced: false, shortNames: ['pv'] },
    'pods Pod': PODS,
    'podtemplates PodTemplate': PLAIN,
    'replicationcontrollers ReplicationController': { shortNames: ['rc'], below: SCALED },
    'services Service': { shortNames: ['svc'] },
  },
  'apps/v1': {
    'controllerrevisions ControllerRevision': PLAIN,
    'daemonsets DaemonSet': { shortNames: ['ds'] },
    'deployments Deployment': { shortNames: ['deploy'], below: SCALED },
    'replicasets ReplicaSet': { shortNames: ['rs'], below: SCALED },
    'statefulsets StatefulSet': { shortNames: ['sts'], below: SCALED },
  },
  'batch/v1': { 'cronjobs CronJob': { shortNames: ['cj'] }, 'jobs Job': {} },
  'autoscaling/v2': { 'horizontalpodautoscalers HorizontalPodAutoscaler': { shortNames: ['hpa'] } },
  'policy/v1': { 'poddisruptionbudgets PodDisruptionBudget': { shortNames: ['pdb'] } },
  'networking.k8s.io/v1': {
    'ingressclasses IngressClass': CLUSTER,
    'ingresses Ingress': { shortNames: ['ing'] },
    'networkpolicies NetworkPolicy': { ...PLAIN, shortNames: ['netpol'] },
  },
  'discovery.k8s.io/v1': { 'endpointslices EndpointSlice': PLAIN },
  'scheduling.k8s.io/v1': { 'priorityclasses PriorityClass': { ...CLUSTER, shortNames: ['pc'] } },
  'storage.k8s.io/v1': {
    'csidrivers CSIDriver': CLUSTER,
    'storageclasses StorageClass': { ...CLUSTER, shortNames: ['sc'] },
    'volumeattachments VolumeAttachment': { namespaced: false },
  },
  'admissionregistration.k8s.io/v1': {
    'mutatingwebhookconfigurations MutatingWebhookConfiguration': CLUSTER,
    'validatingwebhookconfigurations ValidatingWebhookConfiguration': CLUSTER,
  },
  'certificates.k8s.io/v1': {
    'certificatesigningrequests CertificateSigningRequest': { namespaced: false, shortNames: ['csr'] },
  },
}

/**
 * Further kinds of every cluster with nodes. The garden only stores their objects, because RBAC
 * rules may name the kinds.
 */
export const USUAL_KINDS: readonly Resource[] = Object.entries(KINDS).flatMap(([apiVersion, kinds]) => {
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  return Object.entries(kinds).map(([names, { shortNames = [], below = {}, status = true, namespaced = true }]) => {
    const [plural = '', kind = ''] = names.split(' ')
    const subresources = { ...below, ...(status && { status: kind }) }
    return storedKind({ group, version, plural, kind, namespaced, shortNames, subresources })
  })
})
