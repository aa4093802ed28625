import type { GardenClient } from '#lib/garden/client/client.ts'
import { nullIfNotFound } from '#lib/garden/client/garden-error.ts'
import type { CallOptions } from '#lib/garden/client/transport.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { apiVersionOf, SECRETS, SHOOTS } from '#lib/garden/resources/resource.ts'
import { type Cluster, type KubeconfigSecretRef, targetOfCluster } from '#lib/operators/api/cluster.ts'
import { CLUSTERS, KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { isTerminating } from '#lib/operators/framework/object-helpers.ts'
import { LABELS, MANAGED_BY } from '#lib/operators/kubeconfig/names.ts'

/** Where the way into a cluster begins. */
export type TargetPlace =
  | { readonly by: 'shoot'; readonly namespace: string; readonly name: string; readonly uid: string }
  /** A Secret with a kubeconfig beside the Cluster that names it (bring your own cluster). */
  | {
      readonly by: 'secret'
      readonly namespace: string
      readonly name: string
      readonly key: string
      readonly uid: string
      /** Of the Secret: differs when another kubeconfig may be in it. */
      readonly version: string
    }

/**
 * What is known of a cluster without going there. `leaving`: it was brought and its Cluster is being deleted, so that it goes on
 * without us and nothing of ours may stay in it.
 */
export type FoundTarget =
  | { readonly state: 'found'; readonly place: TargetPlace; readonly leaving: boolean }
  /** There is no such Cluster. */
  | { readonly state: 'no-cluster' }
  /** It has no shoot yet, or Gardener is still making it, and lets nobody in. */
  | { readonly state: 'not-ready' }
  /** It had a shoot that is no longer there. */
  | { readonly state: 'gone' }
  /**
   * It was brought, and the Secret with the kubeconfig of its administrator is missing, or `refused` for what it says: the cluster may
   * be there, but nobody can get in.
   */
  | { readonly state: 'no-way'; readonly leaving: boolean; readonly refused?: string }

interface Finders {
  /** Where Clusters are. */
  readonly control: GardenClient
  /** Where shoots are. */
  readonly garden: GardenClient
}

interface Shoot extends KubeObject {
  readonly status?: Parameters<typeof wasMade>[0]
}

/** Finds the cluster that a Cluster stands for. `uid` of the place changes when it is made anew. Throws GardenError. */
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
    const way = await importedTarget(control, cluster, begin.ref, options)
    if (way.state === 'found') return { ...way, leaving }
    return { state: 'no-way', leaving, ...(way.state === 'refused' && { refused: way.because }) }
  }
  const { ref: shootRef } = begin
  const place = { resource: SHOOTS, namespace: shootRef.namespace, name: shootRef.name }
  const shoot = await nullIfNotFound(garden.get<Shoot>(place, options))
  const uid = shoot?.metadata?.uid
  if (uid === undefined) return { state: 'gone' }
  if (!wasMade(shoot?.status ?? {})) return { state: 'not-ready' }
  return {
    state: 'found',
    place: { by: 'shoot', namespace: shootRef.namespace, name: shootRef.name, uid },
    leaving: false,
  }
}

/** How a cluster that somebody brought is reached: by the Secret that its Cluster names. */
export type ImportedTarget =
  | { readonly state: 'found'; readonly place: Extract<TargetPlace, { by: 'secret' }> }
  | { readonly state: 'missing' }
  /** The Secret is another's; `because` in sentences. */
  | { readonly state: 'refused'; readonly because: string }

/** Looks at the Secret's metadata, never at its data. Throws GardenError. */
export async function importedTarget(
  control: Pick<GardenClient, 'get'>,
  { metadata: { namespace, uid } }: Pick<Cluster, 'metadata'>,
  { name, key }: KubeconfigSecretRef,
  options: CallOptions,
): Promise<ImportedTarget> {
  const secret = await orNull(control.get<KubeObject>({ resource: SECRETS, namespace, name }, options))
  if (secret === null) return { state: 'missing' }
  const because = secretRefusal(secret)
  if (because !== null) return { state: 'refused', because }
  const version = secret.metadata?.resourceVersion ?? ''
  return { state: 'found', place: { by: 'secret', namespace, name, key, uid, version } }
}

/**
 * Why a Secret is not taken for the kubeconfig of a cluster that somebody brings, in sentences; null = it is taken. Who may make Clusters
 * gets by it into whatever their Secrets lead to, without the right to read them: what others keep beside them is for others.
 */
export function secretRefusal({ metadata = {} }: KubeObject): string | null {
  const { name = '', labels = {}, annotations = {}, finalizers = [], ownerReferences = [] } = metadata
  const isIssued = labels[LABELS.managedBy] === MANAGED_BY
  const marks: readonly Mark[] = [
    ...ownerReferences.map(({ apiVersion, kind }) => ({ on: 'owner', key: `${apiVersion} ${kind}` }) as const),
    ...(isIssued ? [{ on: 'label', key: LABELS.managedBy } as const] : []),
    ...Object.keys(labels).map(key => ({ on: 'label', key }) as const),
    ...Object.keys(annotations).map(key => ({ on: 'annotation', key }) as const),
    ...finalizers.map(key => ({ on: 'finalizer', key }) as const),
  ]
  for (const mark of marks) {
    const purpose = purposeOf(mark, isIssued)
    if (purpose !== null) {
      return `The Secret ${name} is not taken for the kubeconfig of a cluster: ${purpose} (see its ${mark.on} ${mark.key}). Put the kubeconfig of an administrator into a Secret of its own.`
    }
  }
  return null
}

/** What a Secret carries that may tell its purpose: a key such as `gardener.cloud/role`. */
interface Mark {
  readonly on: 'label' | 'annotation' | 'finalizer' | 'owner'
  readonly key: string
}

/** Who has things under a domain, or one below it. */
const KEEPERS = [
  { domain: 'gardener.cloud', name: 'Gardener' },
  { domain: 'garden.sapcloud.io', name: 'Gardener' },
  { domain: 'kyma-project.io', name: 'Kyma' },
] as const

/** Of an account, as bindings carry them now and Secrets did first (seed 000). */
const ACCOUNT_LABELS: ReadonlySet<string> = new Set([
  'hyperscalerType',
  'tenantName',
  'hyperscaler-type',
  'tenant-name',
])

/** Who brings a cluster may let its Secret go with the Cluster. */
const BRINGER = `${apiVersionOf(CLUSTERS)} ${CLUSTERS.kind}`
const REQUEST = `${apiVersionOf(KUBECONFIG_REQUESTS)} ${KUBECONFIG_REQUESTS.kind}`

/** What a mark tells of the Secret, a clause; null = nothing. */
function purposeOf({ on, key }: Mark, isIssued: boolean): string | null {
  if (on === 'owner' && key === BRINGER) return null
  if (key === REQUEST || (isIssued && key === LABELS.managedBy)) return 'it was issued to a KubeconfigRequest'
  if (on === 'label' && ACCOUNT_LABELS.has(key)) return 'it is that of an account of a pool'
  const domain = key.includes('/') ? key.slice(0, key.indexOf('/')) : ''
  const keeper = KEEPERS.find(each => domain === each.domain || domain.endsWith(`.${each.domain}`))
  return keeper === undefined ? null : `${keeper.name} uses it`
}

interface MadeStatus {
  readonly lastOperation?: { readonly type?: string; readonly state?: string }
}

/** Whether Gardener has come to the end of a shoot's creation: it is reconciled from then on, and lets administrators in. */
export function wasMade({ lastOperation: { type, state } = {} }: MadeStatus): boolean {
  return type !== undefined && (type !== 'Create' || state === 'Succeeded')
}
