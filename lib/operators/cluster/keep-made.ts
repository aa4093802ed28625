import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { parseSubscriptionSelector } from '#lib/hap/subscription/parse-selector.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { CLUSTER_LABELS } from '#lib/operators/api/names.ts'
import type { TargetPlace } from '#lib/operators/target/find-target.ts'
import { type AccountOfCluster, bindAccount } from './bind-account.ts'
import type { WorkingContext } from './cluster-context.ts'
import { type ClusterFinding, clusterFinding } from './cluster-finding.ts'
import { foreseeShoot, isUnasked } from './foresee-shoot.ts'
import { keepAdministrators } from './keep-administrators.ts'
import { isShootOf, type KeptShoot, keepShoot, readShoot } from './keep-shoot.ts'
import type { KeptCluster } from './kept-cluster.ts'
import type { LiveShoot } from './live-shoot.ts'
import { passes } from './passes.ts'
import { shootFindings } from './shoot-conditions.ts'
import type { ClusterFacts } from './write-cluster-status.ts'

const WAITING_FOR_CLUSTER = clusterFinding(
  'AdministratorsReady',
  'False',
  'WaitingForCluster',
  'Administrators are bound once the cluster runs.',
)

const WITHHELD = clusterFinding(
  'SubscriptionReady',
  'False',
  'SubscriptionWithheld',
  'No account is asked for before it is known that the shoot can be made.',
)

/** Keeps a cluster that is made here: its account, the shoot on it, administrators in it. `name`: of the shoot; null when there can be none. */
export async function keepMade(
  context: WorkingContext,
  cluster: Cluster,
  name: string | null,
  signal: AbortSignal,
): Promise<KeptCluster> {
  if (name === null) {
    const message = `The name of project ${context.project.name} leaves too little room for names of shoots.`
    return nothingBut(clusterFinding('ClusterProvisioned', 'False', 'ShootRefused', message))
  }
  if (isUnasked(context, cluster)) {
    const problem = await foreseeShoot(context, cluster, signal).catch(asGardenError)
    if (problem instanceof GardenError) return outOfReach(problem, WITHHELD, null)
    if (problem !== null)
      return nothingBut(WITHHELD, clusterFinding('ClusterProvisioned', 'False', problem.reason, problem.message))
  }
  const account = await bindAccount(context, cluster, name, signal)
  const binding =
    account.binding ?? (await accountOfMade(context, { cluster, name, ...account }, signal).catch(asGardenError))
  if (binding instanceof GardenError) return outOfReach(binding, account.finding, null)
  if (binding === null) {
    const message = 'The shoot is made once there is an account.'
    const waiting = clusterFinding('ClusterProvisioned', 'False', 'WaitingForSubscription', message)
    return nothingBut(account.finding, waiting)
  }
  const work = { cluster, binding, name, globalAccount: globalAccountOf(cluster) }
  const kept = await keepShoot(context, work, signal).catch(asGardenError)
  if (kept instanceof GardenError) return outOfReach(kept, account.finding, binding)
  const { shoot, refusal } = kept
  const findings = [account.finding, ...kept.findings]
  const mirrored = shootFindings(shoot)
  const facts = { ...factsOf(shoot, binding), refusal: refusal ?? undefined }
  const place = shoot === null ? null : placeIn(shoot)
  if (place === null || !runs(kept))
    return { findings: [...findings, WAITING_FOR_CLUSTER], mirrored, facts, nextLook: null }
  const administrators = await keepAdministrators(context, cluster, place, signal)
  return {
    findings: [...findings, administrators.finding],
    mirrored,
    facts: { ...facts, ...administrators.facts },
    nextLook: administrators.nextCheck,
  }
}

interface MadeOn extends Pick<AccountOfCluster, 'leaving'> {
  readonly cluster: Cluster
  readonly name: string
}

/**
 * The account of a shoot that is there, which stays on it; no shoot is made on one that was given back meanwhile. Whoever made the shoot may
 * have ended before the Cluster said so: then the request still names the account. Throws GardenError.
 */
async function accountOfMade(
  context: WorkingContext,
  { cluster, name, leaving }: MadeOn,
  signal: AbortSignal,
): Promise<BindingRef | null> {
  const { bindingRef = leaving ?? null, shootRef } = cluster.status ?? {}
  if (bindingRef === null || shootRef !== undefined) return bindingRef
  const shoot = await readShoot(context, name, signal)
  return shoot !== null && isShootOf(shoot, cluster) ? bindingRef : null
}

function nothingBut(...findings: readonly ClusterFinding[]): KeptCluster {
  return { findings, mirrored: null, facts: {}, nextLook: null }
}

function asGardenError(error: unknown): GardenError {
  if (error instanceof GardenError) return error
  throw error
}

/** Who cannot look does not know that it does not run: what the Cluster has stays, and so does what is said of it. */
function outOfReach(error: GardenError, account: ClusterFinding, bindingRef: BindingRef | null): KeptCluster {
  const reason = passes(error) ? 'GardenerUnreachable' : 'GardenerRefused'
  return {
    ...nothingBut(account, clusterFinding('ClusterProvisioned', 'Unknown', reason, error.message)),
    facts: bindingRef === null ? {} : { bindingRef },
    waitMs: error.retryAfterMs ?? 0,
  }
}

function runs({ findings }: KeptShoot): boolean {
  return findings.some(({ type, status }) => type === 'ClusterProvisioned' && status === 'True')
}

function globalAccountOf({ metadata: { labels = {} }, spec }: Cluster): string {
  const parsed = parseSubscriptionSelector(spec.infrastructure?.subscriptionSelector ?? '')
  const named = 'selector' in parsed ? parsed.selector.globalAccount : null
  return named ?? labels[CLUSTER_LABELS.globalAccount] ?? ''
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
