import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import type { Cluster, KubeconfigSecretRef } from '#lib/operators/api/cluster.ts'
import type { ClusterContext } from './cluster-context.ts'
import { type ClusterFinding, clusterFinding } from './cluster-finding.ts'
import { keepAdministrators } from './keep-administrators.ts'
import type { KeptCluster } from './kept-cluster.ts'

const NOT_NEEDED = [
  clusterFinding('SubscriptionReady', 'True', 'NotNeeded', 'The cluster was brought.'),
  clusterFinding('SpecApplied', 'True', 'NotNeeded', 'The cluster was brought.'),
]

const PROVIDED = clusterFinding(
  'ClusterProvisioned',
  'True',
  'KubeconfigProvided',
  'The cluster is reached by its Secret.',
)

/** Keeps the administrators of a cluster that somebody brought, as far as its Secret leads there. */
export async function keepBrought(
  context: Pick<ClusterContext, 'control' | 'opener' | 'now'>,
  cluster: Cluster,
  ref: KubeconfigSecretRef,
  signal: AbortSignal,
): Promise<KeptCluster> {
  const { namespace, uid } = cluster.metadata
  const way = await secretVersion(context, namespace, ref, signal)
  if (way instanceof GardenError)
    return { findings: [...NOT_NEEDED, noWay(way, ref)], mirrored: [], facts: {}, nextLook: null }
  const place = { by: 'secret', namespace, name: ref.name, key: ref.key, uid } as const
  const { finding, facts, nextCheck, closed } = await keepAdministrators(context, cluster, place, way, signal)
  const provided = closed === null ? PROVIDED : noWay(closed, ref)
  return { findings: [...NOT_NEEDED, provided, finding], mirrored: [], facts, nextLook: nextCheck }
}

/** Of the Secret, of which no data is read here. */
async function secretVersion(
  { control }: Pick<ClusterContext, 'control'>,
  namespace: string,
  { name }: KubeconfigSecretRef,
  signal: AbortSignal,
): Promise<string | GardenError> {
  try {
    const { metadata } = await control.get<KubeObject>({ resource: SECRETS, namespace, name }, { signal })
    return metadata?.resourceVersion ?? ''
  } catch (error) {
    if (error instanceof GardenError) return error
    throw error
  }
}

function noWay(error: GardenError, { name, key }: KubeconfigSecretRef): ClusterFinding {
  const provisioned = (
    status: ClusterFinding['status'],
    reason: 'KubeconfigMissing' | 'KubeconfigInvalid' | 'KubeconfigUnreadable',
    message: string,
  ) => clusterFinding('ClusterProvisioned', status, reason, message)
  if (error.kind === 'not-found') {
    // Without a status nobody refused: the Secret is there, and lacks the key.
    const message =
      error.status === null
        ? `The Secret ${name} has no key ${key}. Put the kubeconfig of an administrator there.`
        : `There is no Secret ${name} beside the Cluster. Create it, with a kubeconfig under the key ${key}.`
    return provisioned('False', 'KubeconfigMissing', message)
  }
  if (error.kind === 'unauthenticated' && error.status === null)
    return provisioned('False', 'KubeconfigInvalid', error.message)
  return provisioned('Unknown', 'KubeconfigUnreadable', error.message)
}
