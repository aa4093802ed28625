import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { Cluster, ClusterReason, KubeconfigSecretRef } from '#lib/operators/api/cluster.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { importedTarget } from '#lib/operators/target/find-target.ts'
import { administratorSelector } from './administrator-bindings.ts'
import type { WorkingContext } from './cluster-context.ts'
import { isUnusable, reconcileAdministrators } from './reconcile-administrators.ts'
import { type ClusterFinding, clusterFinding, type ReconciledCluster } from './write-cluster-status.ts'

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

/** Reconciles an imported Cluster: checks its Secret and binds its administrators. */
export async function reconcileImported(
  context: Pick<WorkingContext, 'control' | 'opener' | 'now' | 'breaker'>,
  cluster: Cluster,
  ref: KubeconfigSecretRef,
  signal: AbortSignal,
): Promise<ReconciledCluster> {
  const access = await importedTarget(context.control, cluster, ref, { signal }).catch(orFailure)
  if (access instanceof GardenError) return blocked(accessFinding(access, ref), access.retryAfterMs ?? 0)
  if (access.state === 'missing') return blocked(missing(ref))
  if (access.state === 'refused') return blocked(provisioned('False', 'KubeconfigRefused', access.because))
  const { finding, facts, nextCheck, closed, unverified } = await reconcileAdministrators(
    context,
    cluster,
    access.place,
    signal,
  )
  // The access has not been used yet.
  if (finding.reason === 'AdministratorsBegun')
    return { findings: [...NOT_NEEDED, finding], mirrored: [], facts, nextLook: nextCheck }
  const provided = closed === null ? providedBy(cluster, unverified) : unusable(closed, ref, cluster)
  const waitMs = closed?.retryAfterMs ?? 0
  return { findings: [...NOT_NEEDED, provided, finding], mirrored: [], facts, nextLook: nextCheck, waitMs }
}

/** Without a visit the warning of the last one stays. */
function providedBy({ status }: Cluster, unverified: string | null | undefined): ClusterFinding {
  if (unverified === null) return PROVIDED
  if (unverified !== undefined) return provisioned('True', 'KubeconfigUnverified', unverified)
  const before = findCondition(status?.conditions, 'ClusterProvisioned')
  if (before?.reason !== 'KubeconfigUnverified') return PROVIDED
  return provisioned('True', 'KubeconfigUnverified', before.message)
}

function blocked(finding: ClusterFinding, waitMs = 0): ReconciledCluster {
  return { findings: [...NOT_NEEDED, finding], mirrored: [], facts: {}, nextLook: null, waitMs }
}

function orFailure(error: unknown): GardenError {
  if (error instanceof GardenError) return error
  throw error
}

type Provisioned = ClusterReason<'ClusterProvisioned'>

function provisioned(status: ClusterFinding['status'], reason: Provisioned, message: string): ClusterFinding {
  return clusterFinding('ClusterProvisioned', status, reason, message)
}

function missing({ name, key }: KubeconfigSecretRef): ClusterFinding {
  const message = `There is no Secret ${name} beside the Cluster. Create it, with a kubeconfig under the key ${key}.`
  return provisioned('False', 'KubeconfigMissing', message)
}

/** An earlier kubeconfig may have left administrators in the cluster. */
function unusable(error: GardenError, ref: KubeconfigSecretRef, { metadata, status }: Cluster): ClusterFinding {
  const finding = accessFinding(error, ref)
  const isBound = (status?.administrators ?? []).length > 0
  if (!isBound || finding.reason !== 'KubeconfigInvalid') return finding
  const command = `kubectl delete clusterrolebindings -l ${administratorSelector(metadata.uid)}`
  return {
    ...finding,
    message: `${finding.message} Administrators made there before remain; remove them with: ${command}`,
  }
}

function accessFinding(error: GardenError, ref: KubeconfigSecretRef): ClusterFinding {
  if (error.kind === 'not-found') {
    if (error.status !== null) return missing(ref)
    // Without a status the Secret exists and lacks the key.
    const message = `The Secret ${ref.name} has no key ${ref.key}. Put the kubeconfig of an administrator there.`
    return provisioned('False', 'KubeconfigMissing', message)
  }
  if (isUnusable(error)) return provisioned('False', 'KubeconfigInvalid', error.message)
  const reason = error.isTransient ? 'ControlPlaneUnavailable' : 'KubeconfigUnreadable'
  return provisioned('Unknown', reason, error.message)
}
