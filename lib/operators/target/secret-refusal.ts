import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { apiVersionOf } from '#lib/garden/resources/resource.ts'
import { CLUSTERS, KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { LABELS, MANAGED_BY } from '#lib/operators/kubeconfig/names.ts'

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

/** What a mark tells of the Secret, a clause; null = nothing. */
function purposeOf({ on, key }: Mark, isIssued: boolean): string | null {
  if (on === 'owner' && key === BRINGER) return null
  if (key === REQUEST || (isIssued && key === LABELS.managedBy)) return 'it was issued to a KubeconfigRequest'
  if (on === 'label' && ACCOUNT_LABELS.has(key)) return 'it is that of an account of a pool'
  const domain = key.includes('/') ? key.slice(0, key.indexOf('/')) : ''
  const keeper = KEEPERS.find(each => domain === each.domain || domain.endsWith(`.${each.domain}`))
  return keeper === undefined ? null : `${keeper.name} uses it`
}
