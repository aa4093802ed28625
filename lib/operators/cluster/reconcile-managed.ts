import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { parseSubscriptionSelector, type SubscriptionSelector } from '#lib/hap/subscription-selector.ts'
import type { Cluster, ClusterReason } from '#lib/operators/api/cluster.ts'
import { CLUSTER_LABELS } from '#lib/operators/api/resources.ts'
import { keyOf } from '#lib/operators/framework/reconciler.ts'
import { isShootOf, type TargetPlace } from '#lib/operators/target/find-target.ts'
import { bindAccount } from './bind-account.ts'
import { chooseParts, NOTHING_TO_MAKE } from './choose-parts.ts'
import { readProfile } from './cloud-profile.ts'
import type { ClusterContext, WorkingContext } from './cluster-context.ts'
import type { LiveShoot } from './live-shoot.ts'
import { reconcileAdministrators } from './reconcile-administrators.ts'
import { bindingOfShoot, type ReconciledShoot, readShoot, reconcileShoot } from './reconcile-shoot.ts'
import { shootFindings } from './shoot-conditions.ts'
import {
  type ClusterFacts,
  type ClusterFinding,
  clusterFinding,
  type ReconciledCluster,
} from './write-cluster-status.ts'

const WAITING_FOR_CLUSTER = clusterFinding(
  'AdministratorsReady',
  'False',
  'WaitingForCluster',
  'Administrators get access once the cluster is running.',
)

const WITHHELD = clusterFinding(
  'SubscriptionReady',
  'False',
  'SubscriptionWithheld',
  'An account is requested only once the shoot is known to be feasible.',
)

/**
 * Reconciles a managed Cluster: its account, the shoot on it and its administrators. `name`: of the
 * shoot; null when none is possible.
 */
export async function reconcileManaged(
  context: WorkingContext,
  cluster: Cluster,
  name: string | null,
  signal: AbortSignal,
): Promise<ReconciledCluster> {
  if (name === null) {
    const message = `The name of project ${context.project.name} is too long for names of shoots.`
    return onlyFindings(clusterFinding('ClusterProvisioned', 'False', 'ShootRefused', message))
  }
  if (isUnasked(context, cluster)) {
    const problem = await previewShoot(context, cluster, signal).catch(asGardenError)
    if (problem instanceof GardenError) return outOfReach(problem, WITHHELD, null)
    if (problem !== null)
      return onlyFindings(WITHHELD, clusterFinding('ClusterProvisioned', 'False', problem.reason, problem.message))
  }
  const account = await bindAccount(context, cluster, name, signal)
  const existing = await readShoot(context, name, signal).catch(asGardenError)
  if (existing instanceof GardenError) return outOfReach(existing, account.finding, null)
  // The cached read counts: without a shoot, one is created only on an account that the request
  // confirms.
  const binding = account.binding ?? accountOfExisting(cluster, existing)
  if (binding === null) {
    const message = 'The shoot will be created once an account is assigned.'
    const waiting = clusterFinding('ClusterProvisioned', 'False', 'WaitingForSubscription', message)
    return onlyFindings(account.finding, waiting)
  }
  if (existing === null && account.isOutdated === true) {
    const unfit = clusterFinding('ClusterProvisioned', 'False', 'AccountUnfit', outdated(binding))
    return onlyFindings(account.finding, unfit)
  }
  const selector = selectorOf(cluster)
  const { claim = null } = account
  const work = { cluster, binding, claim, name, selector, globalAccount: tenantOf(cluster, selector), existing }
  const result = await reconcileShoot(context, work, signal).catch(asGardenError)
  if (result instanceof GardenError) return outOfReach(result, account.finding, accountOf(existing, binding))
  const { shoot, refusal } = result
  const findings = [account.finding, ...result.findings]
  const mirrored = shootFindings(shoot)
  const facts = { ...factsOf(shoot, accountOf(shoot, binding)), refusal: refusal ?? undefined }
  const place = shoot === null ? null : placeIn(shoot)
  if (place === null || !runs(result))
    return { findings: [...findings, WAITING_FOR_CLUSTER], mirrored, facts, nextLook: null }
  const administrators = await reconcileAdministrators(context, cluster, place, signal)
  return {
    findings: [...findings, administrators.finding],
    mirrored,
    facts: { ...facts, ...administrators.facts },
    nextLook: administrators.nextCheck,
  }
}

/** Why no shoot is possible. */
interface PreviewProblem {
  readonly reason: ClusterReason<'ClusterProvisioned'>
  readonly message: string
}

/** Whether no account has been requested, by the caches. */
function isUnasked({ requests }: Pick<ClusterContext, 'requests'>, cluster: Cluster): boolean {
  return cluster.status?.bindingRef === undefined && requests.get(keyOf(cluster)) === null
}

/**
 * Previews the shoot before an account is claimed: an account that was claimed in vain has to be
 * cleaned before reuse. Null when the CloudProfile offers all parts. Throws GardenError where
 * Gardener is unavailable.
 */
async function previewShoot(
  context: Pick<ClusterContext, 'garden' | 'now'>,
  cluster: Pick<Cluster, 'metadata' | 'spec'>,
  signal: AbortSignal,
): Promise<PreviewProblem | null> {
  const { core, infrastructure } = cluster.spec
  if (core === undefined || infrastructure === undefined) return { reason: 'ShootRefused', message: NOTHING_TO_MAKE }
  const profile = await readProfile(context, cluster, signal)
  if ('problem' in profile) return { reason: 'CloudProfileUnavailable', message: profile.problem }
  const seed = cluster.metadata.uid
  // The kind of the binding is unknown before the claim; a SecretBinding permits fewer versions.
  const order = { core, infrastructure, seed, profile, existing: null, bySecretBinding: false, now: context.now() }
  const parts = chooseParts(order)
  return 'problem' in parts ? { reason: 'ShootRefused', message: parts.problem } : null
}

/**
 * Account of an existing shoot, even before the status or after the request names it; else that of
 * a former shoot.
 */
function accountOfExisting(cluster: Cluster, shoot: LiveShoot | null): BindingRef | null {
  const { bindingRef = null, shootRef } = cluster.status ?? {}
  if (shoot !== null && isShootOf(shoot, cluster)) return bindingOfShoot(shoot) ?? bindingRef
  return shootRef === undefined ? null : bindingRef
}

/** The shoot, not the request, determines its account. */
function accountOf(shoot: LiveShoot | null, binding: BindingRef): BindingRef {
  return (shoot === null ? null : bindingOfShoot(shoot)) ?? binding
}

/** The status does not name the account, since that would make the fields immutable. */
function outdated({ kind, name }: BindingRef): string {
  return `The ${kind} ${name} was assigned for an earlier spec of the Cluster, so no cluster is created on it. Restore that spec, or delete the Cluster and create a new one.`
}

function onlyFindings(...findings: readonly ClusterFinding[]): ReconciledCluster {
  return { findings, mirrored: null, facts: {}, nextLook: null }
}

function asGardenError(error: unknown): GardenError {
  if (error instanceof GardenError) return error
  throw error
}

/**
 * Without access nothing is known to have failed: the status keeps the present facts and
 * conditions.
 */
function outOfReach(error: GardenError, account: ClusterFinding, bindingRef: BindingRef | null): ReconciledCluster {
  const reason = error.isTransient ? 'GardenerUnreachable' : 'GardenerRefused'
  return {
    ...onlyFindings(account, clusterFinding('ClusterProvisioned', 'Unknown', reason, error.message)),
    facts: bindingRef === null ? {} : { bindingRef },
    waitMs: error.retryAfterMs ?? 0,
  }
}

function runs({ findings }: ReconciledShoot): boolean {
  return findings.some(({ type, status }) => type === 'ClusterProvisioned' && status === 'True')
}

function selectorOf({ spec }: Cluster): SubscriptionSelector {
  const parsed = parseSubscriptionSelector(spec.infrastructure?.subscriptionSelector ?? '')
  if ('problems' in parsed) throw new Error('A Cluster was accepted whose selector cannot be read.')
  return parsed.selector
}

function tenantOf({ metadata: { labels = {} } }: Cluster, { globalAccount }: SubscriptionSelector): string {
  return globalAccount ?? labels[CLUSTER_LABELS.globalAccount] ?? ''
}

function placeIn({ metadata }: LiveShoot): TargetPlace | null {
  const { namespace, name, uid } = metadata ?? {}
  return namespace && name && uid ? { by: 'shoot', namespace, name, uid } : null
}

function factsOf(shoot: LiveShoot | null, bindingRef: BindingRef): ClusterFacts {
  const { namespace, name, uid } = shoot?.metadata ?? {}
  const { type, state, progress } = shoot?.status?.lastOperation ?? {}
  return {
    bindingRef,
    ...(namespace && name && uid && { shootRef: { namespace, name, uid } }),
    ...(type && state && { lastOperation: { type, state, progress: progress ?? 0 } }),
  }
}
