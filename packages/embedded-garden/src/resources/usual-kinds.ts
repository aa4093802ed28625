import type { Resource } from '#embedded-garden/resource.ts'
import { storedKind } from './stored-kind.ts'

interface Names {
  readonly shortNames?: readonly string[]
  /** With what stands below it beside the status, which most kinds have. */
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
