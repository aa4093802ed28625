import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { Cluster, ClusterReason, KubeconfigSecretRef } from '#lib/operators/api/cluster.ts'
import { CLUSTER_FINALIZER } from '#lib/operators/api/resources.ts'
import { problemsText, validateCluster } from '#lib/operators/api/validate-cluster.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { addFinalizer, isTerminating } from '#lib/operators/framework/object-helpers.ts'
import type { Outcome, Reconciler } from '#lib/operators/framework/reconciler.ts'
import { CircuitBreaker } from '#lib/operators/kubeconfig/circuit-breaker.ts'
import { isUnusable } from '#lib/operators/target/conceal-error.ts'
import { importedTarget } from '#lib/operators/target/find-target.ts'
import { administratorSelector } from './administrator-bindings.ts'
import type { ClusterContext, WorkingContext } from './cluster-context.ts'
import { deleteCluster } from './delete-cluster.ts'
import { reconcileAdministrators } from './reconcile-administrators.ts'
import { reconcileManaged } from './reconcile-managed.ts'
import { removeAccess } from './remove-access.ts'
import { shootNameOf } from './shoot-metadata.ts'
import {
  type ClusterFinding,
  clusterFinding,
  placeOfCluster,
  type ReconciledCluster,
  writeClusterStatus,
} from './write-cluster-status.ts'

type Reason = ClusterReason

/** Intervals of rechecks after refusals and unreachable servers, whose recovery no source delivers. */
const RECHECK_MS = 300_000
const RECHECK_SOON_MS = 15_000

const WHEN_CHANGED: Outcome = { requeueAt: null }

/**
 * Reconciles Clusters: of a managed one the account, the shoot and its administrators; of an
 * imported one the administrators.
 */
export function clusterReconciler(parts: ClusterContext): Reconciler {
  const context: WorkingContext = { ...parts, breaker: new CircuitBreaker() }
  return {
    async reconcile(key, signal) {
      const seen = context.clusters.get(key)
      if (seen === null) return WHEN_CHANGED
      const isBrought = seen.spec.kubeconfigSecretRef !== undefined
      if (isTerminating(seen)) {
        const waits = isBrought ? await removeAccess(context, seen, signal) : null
        return waits ?? deleteCluster(context, seen, isBrought ? null : nameOf(context, seen), signal)
      }
      const cluster = await addFinalizer(context.control, placeOfCluster(seen), seen, CLUSTER_FINALIZER)
      const result = await reconcileCluster(context, cluster, signal)
      const findings = [readySummary(result.findings), ...result.findings]
      await writeClusterStatus(context, cluster, { ...result, findings }, signal)
      return { requeueAt: nextRun(result, context.now()) }
    },
  }
}

async function reconcileCluster(
  context: WorkingContext,
  cluster: Cluster,
  signal: AbortSignal,
): Promise<ReconciledCluster> {
  const problems = validateCluster(cluster.spec)
  if (problems.length > 0) {
    const invalid = clusterFinding('Accepted', 'False', 'SpecInvalid', problemsText(problems))
    return { findings: [invalid], mirrored: null, facts: {}, nextLook: null }
  }
  const accepted = clusterFinding('Accepted', 'True', 'SpecValid', 'Spec accepted.')
  const { kubeconfigSecretRef } = cluster.spec
  const result = kubeconfigSecretRef
    ? await reconcileImported(context, cluster, kubeconfigSecretRef, signal)
    : await reconcileManaged(context, cluster, nameOf(context, cluster), signal)
  return { ...result, findings: [accepted, ...result.findings] }
}

/** The shoot keeps its name for life, even if a later release would choose another. */
function nameOf({ project }: ClusterContext, { metadata: { uid }, status }: Cluster): string | null {
  return status?.shootRef?.name ?? shootNameOf(uid, project.name)
}

const SOON: ReadonlySet<string> = new Set<ClusterReason>([
  'GardenerUnreachable',
  'ControlPlaneUnavailable',
  'ShootConflicts',
  'ChangeConflicts',
])

/** Without refusals of Gardener, which would repeat. */
const LATER: ReadonlySet<string> = new Set<ClusterReason>([
  'GardenerRefused',
  'CloudProfileUnavailable',
  'AccountDirty',
  'AccountUnfit',
  'ClusterUnreachable',
  'ClusterRefused',
  'KubeconfigMissing',
  'KubeconfigRefused',
  'KubeconfigInvalid',
  'KubeconfigUnreadable',
])

function nextRun({ findings, nextLook, waitMs = 0 }: ReconciledCluster, now: number): number | null {
  const says = (reasons: ReadonlySet<string>) => findings.some(({ reason }) => reasons.has(reason))
  if (says(SOON)) return now + Math.max(RECHECK_SOON_MS, waitMs)
  return says(LATER) ? now + RECHECK_MS : nextLook
}

/** Reasons that do not resolve by themselves. */
const FAILED: ReadonlySet<Reason> = new Set<Reason>([
  'SpecInvalid',
  'SubscriptionRefused',
  'ShootFailed',
  'ShootRefused',
  'ShootForeign',
  'ShootGone',
  'AccountUnauthenticated',
  'AccountUnauthorized',
  'AccountQuotaExceeded',
  'AccountResourcesDepleted',
  'AccountDirty',
  'AccountUnfit',
  'KubeconfigMissing',
  'KubeconfigRefused',
  'KubeconfigInvalid',
  'KubeconfigUnreadable',
  'CloudProfileUnavailable',
  'GardenerRefused',
  'ChangeForbidden',
  'ChangeConflicts',
  'ClusterRefused',
  'AccessNotGranted',
])

const WAITING: ReadonlySet<Reason> = new Set<Reason>(['SubscriptionRequested', 'SubscriptionWaiting'])

/**
 * Summarises the conditions of a Cluster that is not being deleted as Ready, with the message of
 * the decisive one.
 */
export function readySummary(findings: readonly ClusterFinding[]): ClusterFinding {
  const failed = findings.find(({ reason }) => FAILED.has(reason))
  if (failed !== undefined) return clusterFinding('Ready', 'False', 'Failed', failed.message)
  const waiting = findings.find(({ reason }) => WAITING.has(reason))
  if (waiting !== undefined) return clusterFinding('Ready', 'False', 'Waiting', waiting.message)
  const open = findings.find(({ status }) => status !== 'True')
  if (open !== undefined) return clusterFinding('Ready', 'False', 'InProgress', open.message)
  return clusterFinding('Ready', 'True', 'Ready', 'Cluster matches its spec.')
}

const NOT_NEEDED = [
  clusterFinding('SubscriptionReady', 'True', 'NotNeeded', 'The cluster is imported.'),
  clusterFinding('SpecApplied', 'True', 'NotNeeded', 'The cluster is imported.'),
]

const PROVIDED = clusterFinding(
  'ClusterProvisioned',
  'True',
  'KubeconfigProvided',
  'The cluster is accessed with the kubeconfig in its Secret.',
)

/** Reconciles an imported Cluster: checks its Secret and binds its administrators. */
async function reconcileImported(
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
  const message = `Secret ${name} is missing in the namespace of the Cluster. Create it with a kubeconfig under the key ${key}.`
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
    message: `${finding.message} Administrators created there earlier remain; remove them with: ${command}`,
  }
}

function accessFinding(error: GardenError, ref: KubeconfigSecretRef): ClusterFinding {
  if (error.kind === 'not-found') {
    if (error.status !== null) return missing(ref)
    // Without a status the Secret exists and lacks the key.
    const message = `The Secret ${ref.name} has no key ${ref.key}. Add the kubeconfig of an administrator under this key.`
    return provisioned('False', 'KubeconfigMissing', message)
  }
  if (isUnusable(error)) return provisioned('False', 'KubeconfigInvalid', error.message)
  const reason = error.isTransient ? 'ControlPlaneUnavailable' : 'KubeconfigUnreadable'
  return provisioned('Unknown', reason, error.message)
}
