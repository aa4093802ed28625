import type { GardenClient } from '#lib/garden/client/client.ts'
import { nullIfNotFound } from '#lib/garden/client/garden-error.ts'
import type { CallOptions } from '#lib/garden/client/transport.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { apiVersionOf, SECRETS, SHOOTS } from '#lib/garden/resources/resource.ts'
import { type Cluster, type KubeconfigSecretRef, targetOfCluster } from '#lib/operators/api/cluster.ts'
import {
  CLUSTERS,
  KUBECONFIG_LABELS,
  KUBECONFIG_MANAGER,
  KUBECONFIG_REQUESTS,
  SHOOT_ANNOTATIONS,
} from '#lib/operators/api/resources.ts'
import { isTerminating } from '#lib/operators/framework/object-helpers.ts'

/** Reference by which a cluster is reached. */
export type TargetPlace =
  | { readonly by: 'shoot'; readonly namespace: string; readonly name: string; readonly uid: string }
  /** A Secret with a kubeconfig in the namespace of the Cluster (bring your own cluster). */
  | {
      readonly by: 'secret'
      readonly namespace: string
      readonly name: string
      readonly key: string
      readonly uid: string
      /** Version of the Secret; changes with the kubeconfig. */
      readonly version: string
    }

/**
 * State of a cluster as known without access. `leaving`: the Cluster of an imported cluster is
 * being deleted, so the operators must remove their objects from it.
 */
export type FoundTarget =
  | { readonly state: 'found'; readonly place: TargetPlace; readonly leaving: boolean }
  /** The Cluster does not exist. */
  | { readonly state: 'no-cluster' }
  /** The shoot does not exist yet, or Gardener is creating it and grants no access. */
  | { readonly state: 'not-ready' }
  /** The shoot was deleted, even if another shoot has its name now. */
  | { readonly state: 'gone' }
  /**
   * The Secret of an imported cluster is missing, or the Secret or shoot is `refused` for the given
   * reason: the cluster may exist, but is not accessible.
   */
  | { readonly state: 'no-way'; readonly leaving: boolean; readonly refused?: string }

interface Finders {
  /** Client for the Clusters. */
  readonly control: GardenClient
  /** Client for the shoots. */
  readonly garden: GardenClient
}

interface Shoot extends KubeObject {
  readonly status?: Parameters<typeof wasMade>[0]
}

/**
 * Finds the cluster of a Cluster, which must own the shoot in its status. `uid` of the place changes
 * with a recreation. Throws GardenError.
 */
export async function findTarget(
  { control, garden }: Finders,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  signal?: AbortSignal,
): Promise<FoundTarget> {
  const options = signal === undefined ? {} : { signal }
  const cluster = await nullIfNotFound(
    control.get<KubeObject & Cluster>({ resource: CLUSTERS, namespace, name }, options),
  )
  if (cluster === null) return { state: 'no-cluster' }
  const begin = targetOfCluster(cluster)
  if (begin === null) return { state: 'not-ready' }
  if (begin.by === 'secret') {
    const leaving = isTerminating(cluster)
    const access = await importedTarget(control, cluster, begin.ref, options)
    if (access.state === 'found') return { ...access, leaving }
    return { state: 'no-way', leaving, ...(access.state === 'refused' && { refused: access.because }) }
  }
  const { ref: shootRef } = begin
  const place = { resource: SHOOTS, namespace: shootRef.namespace, name: shootRef.name }
  const shoot = await nullIfNotFound(garden.get<Shoot>(place, options))
  const uid = shoot?.metadata?.uid
  if (shoot === null || uid === undefined || uid !== shootRef.uid) return { state: 'gone' }
  // The shoot exists: a forged status names that of another Cluster, or others changed its annotations.
  if (!isShootOf(shoot, cluster)) return { state: 'no-way', leaving: false, refused: foreignShoot(shootRef.name) }
  if (!wasMade(shoot.status ?? {})) return { state: 'not-ready' }
  return {
    state: 'found',
    place: { by: 'shoot', namespace: shootRef.namespace, name: shootRef.name, uid },
    leaving: false,
  }
}

/** Whether a shoot belongs to this Cluster and is the one in its status. */
export function isShootOf(
  { metadata }: KubeObject,
  { metadata: { uid }, status }: Pick<Cluster, 'metadata' | 'status'>,
): boolean {
  const made = status?.shootRef?.uid
  return metadata?.annotations?.[SHOOT_ANNOTATIONS.clusterUid] === uid && (made === undefined || made === metadata.uid)
}

/** Message about a shoot of another owner. */
export function foreignShoot(name: string): string {
  return `Shoot ${name} does not belong to this Cluster and is not changed.`
}

/** Access to an imported cluster by the Secret of its Cluster. */
export type ImportedTarget =
  | { readonly state: 'found'; readonly place: Extract<TargetPlace, { by: 'secret' }> }
  | { readonly state: 'missing' }
  /** The Secret serves another purpose; `because` in sentences. */
  | { readonly state: 'refused'; readonly because: string }

/** Reads the metadata of the Secret, never its data. Throws GardenError. */
export async function importedTarget(
  control: Pick<GardenClient, 'get'>,
  { metadata: { namespace, uid } }: Pick<Cluster, 'metadata'>,
  { name, key }: KubeconfigSecretRef,
  options: CallOptions,
): Promise<ImportedTarget> {
  const secret = await nullIfNotFound(control.get<KubeObject>({ resource: SECRETS, namespace, name }, options))
  if (secret === null) return { state: 'missing' }
  const because = secretRefusal(secret)
  if (because !== null) return { state: 'refused', because }
  const version = secret.metadata?.resourceVersion ?? ''
  return { state: 'found', place: { by: 'secret', namespace, name, key, uid, version } }
}

/**
 * Why a Secret is not accepted as kubeconfig of an imported cluster, in sentences; null for an
 * accepted one. Naming a Secret in a Cluster grants use of its content without permission to read
 * it, so Secrets of other owners are refused.
 */
export function secretRefusal({ metadata = {} }: KubeObject): string | null {
  const { name = '', labels = {}, annotations = {}, finalizers = [], ownerReferences = [] } = metadata
  const isIssued = labels[KUBECONFIG_LABELS.managedBy] === KUBECONFIG_MANAGER
  const marks: readonly Mark[] = [
    ...ownerReferences.map(({ apiVersion, kind }) => ({ on: 'owner', key: `${apiVersion} ${kind}` }) as const),
    ...(isIssued ? [{ on: 'label', key: KUBECONFIG_LABELS.managedBy } as const] : []),
    ...Object.keys(labels).map(key => ({ on: 'label', key }) as const),
    ...Object.keys(annotations).map(key => ({ on: 'annotation', key }) as const),
    ...finalizers.map(key => ({ on: 'finalizer', key }) as const),
  ]
  for (const mark of marks) {
    const purpose = purposeOf(mark, isIssued)
    if (purpose !== null) {
      return `The Secret ${name} is not used as the kubeconfig of a cluster: ${purpose} (see its ${mark.on} ${mark.key}). Store the kubeconfig of an administrator in a separate Secret.`
    }
  }
  return null
}

/** Metadata of a Secret that may show its purpose: a key such as `gardener.cloud/role`. */
interface Mark {
  readonly on: 'label' | 'annotation' | 'finalizer' | 'owner'
  readonly key: string
}

/** Owners of domains and their subdomains. */
const KEEPERS = [
  { domain: 'gardener.cloud', name: 'Gardener' },
  { domain: 'garden.sapcloud.io', name: 'Gardener' },
  { domain: 'kyma-project.io', name: 'Kyma' },
] as const

/** Labels of accounts, on bindings and formerly on Secrets (seed 000). */
const ACCOUNT_LABELS: ReadonlySet<string> = new Set([
  'hyperscalerType',
  'tenantName',
  'hyperscaler-type',
  'tenant-name',
])

/** A Cluster may own its kubeconfig Secret. */
const BRINGER = `${apiVersionOf(CLUSTERS)} ${CLUSTERS.kind}`
const REQUEST = `${apiVersionOf(KUBECONFIG_REQUESTS)} ${KUBECONFIG_REQUESTS.kind}`

/** Purpose of a Secret by one of its marks, as a clause; null = none. */
function purposeOf({ on, key }: Mark, isIssued: boolean): string | null {
  if (on === 'owner' && key === BRINGER) return null
  if (key === REQUEST || (isIssued && key === KUBECONFIG_LABELS.managedBy))
    return 'it was issued to a KubeconfigRequest'
  if (on === 'label' && ACCOUNT_LABELS.has(key)) return 'it contains the credentials of an account of a pool'
  const domain = key.includes('/') ? key.slice(0, key.indexOf('/')) : ''
  const keeper = KEEPERS.find(each => domain === each.domain || domain.endsWith(`.${each.domain}`))
  return keeper === undefined ? null : `${keeper.name} uses it`
}

interface MadeStatus {
  readonly lastOperation?: { readonly type?: string; readonly state?: string }
}

/**
 * Whether Gardener has completed the creation of a shoot; from then on it reconciles the shoot and
 * grants access.
 */
export function wasMade({ lastOperation: { type, state } = {} }: MadeStatus): boolean {
  return type !== undefined && (type !== 'Create' || state === 'Succeeded')
}
