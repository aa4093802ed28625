import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { parseSubscriptionSelector } from '#lib/hap/subscription/parse-selector.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { problemsText } from '#lib/operators/api/field-problem.ts'
import { CLUSTER_FINALIZER, CLUSTER_LABELS } from '#lib/operators/api/names.ts'
import { validateCluster } from '#lib/operators/api/validate-cluster.ts'
import { addFinalizer, isTerminating } from '#lib/operators/framework/finalizers.ts'
import type { Outcome, Reconciler } from '#lib/operators/framework/reconciler.ts'
import type { TargetPlace } from '#lib/operators/target/find-target.ts'
import { bindAccount } from './bind-account.ts'
import { broughtPlace } from './brought-place.ts'
import type { ClusterContext } from './cluster-context.ts'
import { type ClusterFinding, clusterFinding } from './cluster-finding.ts'
import { keepAdministrators } from './keep-administrators.ts'
import { type KeptShoot, keepShoot } from './keep-shoot.ts'
import { leaveCluster } from './leave-cluster.ts'
import type { LiveShoot } from './live-shoot.ts'
import { readySummary } from './ready-summary.ts'
import { shootNameOf } from './shoot-name.ts'
import { takeDown } from './take-down.ts'
import { type ClusterFacts, placeOfCluster, writeClusterStatus } from './write-cluster-status.ts'

/** What was refused, or could not be reached, may be otherwise later, without anybody telling. */
const LOOK_AGAIN_MS = 300_000
const LOOK_SOON_MS = 15_000

const WHEN_CHANGED: Outcome = { again: null }

/** Keeps Clusters: an account, a shoot on it, administrators in it; or, of a cluster that was brought, the administrators alone. */
export function clusterReconciler(context: ClusterContext): Reconciler {
  return {
    async reconcile(key, signal) {
      const seen = context.clusters.get(key)
      if (seen === null) return WHEN_CHANGED
      const isBrought = seen.spec.kubeconfigSecretRef !== undefined
      if (isTerminating(seen)) {
        const waits = isBrought ? await leaveCluster(context, seen, signal) : null
        return waits ?? takeDown(context, seen, isBrought ? null : nameOf(context, seen), signal)
      }
      const cluster = await addFinalizer(context.control, placeOfCluster(seen), seen, CLUSTER_FINALIZER)
      const { findings, facts } = await work(context, cluster, signal)
      await writeClusterStatus(context, cluster, [readySummary(findings), ...findings], facts, signal)
      const says = (reasons: ReadonlySet<string>) => findings.some(({ reason }) => reasons.has(reason))
      if (says(SOON)) return { again: context.now() + LOOK_SOON_MS }
      return says(LATER) ? { again: context.now() + LOOK_AGAIN_MS } : WHEN_CHANGED
    },
  }
}

const SOON: ReadonlySet<string> = new Set(['GardenerUnreachable'])

const LATER: ReadonlySet<string> = new Set([
  'ShootRefused',
  'ChangeForbidden',
  'ClusterUnreachable',
  'ClusterRefused',
  'KubeconfigMissing',
])

interface Found {
  readonly findings: readonly ClusterFinding[]
  readonly facts: ClusterFacts
}

async function work(context: ClusterContext, cluster: Cluster, signal: AbortSignal): Promise<Found> {
  const problems = validateCluster(cluster.spec)
  if (problems.length > 0)
    return { findings: [clusterFinding('Accepted', 'False', 'SpecInvalid', problemsText(problems))], facts: {} }
  const accepted = clusterFinding('Accepted', 'True', 'SpecValid', 'The Cluster can be worked with.')
  const found = cluster.spec.kubeconfigSecretRef
    ? await brought(context, cluster, signal)
    : await made(context, cluster, signal)
  return { ...found, findings: [accepted, ...found.findings] }
}

async function made(context: ClusterContext, cluster: Cluster, signal: AbortSignal): Promise<Found> {
  const name = nameOf(context, cluster)
  if (name === null) {
    const message = `The name of project ${context.project.name} leaves too little room for names of shoots.`
    return { findings: [clusterFinding('ClusterProvisioned', 'False', 'ShootRefused', message)], facts: {} }
  }
  const account = await bindAccount(context, cluster, name, signal)
  const binding = account.binding ?? cluster.status?.bindingRef ?? null
  if (binding === null) {
    const message = 'The shoot is made once there is an account.'
    const waiting = clusterFinding('ClusterProvisioned', 'False', 'WaitingForSubscription', message)
    return { findings: [account.finding, waiting], facts: {} }
  }
  const globalAccount = globalAccountOf(cluster)
  const { shoot, findings } = await keepShoot(context, { cluster, binding, name, globalAccount }, signal).catch(
    unreachable,
  )
  const shown = [account.finding, ...findings]
  const facts = factsOf(shoot, binding)
  const place = shoot === null ? null : placeIn(shoot)
  const runs = findings.some(({ type, status }) => type === 'ClusterProvisioned' && status === 'True')
  // Who cannot look does not know that it does not run.
  if (findings.some(({ status }) => status === 'Unknown')) return { findings: shown, facts }
  if (place === null || !runs) return { findings: [...shown, WAITING_FOR_CLUSTER], facts }
  const { finding, names } = await keepAdministrators(context, cluster, place, signal)
  return { findings: [...shown, finding], facts: { ...facts, administrators: names } }
}

/** What is known of the shoot does not hold any more; what the Cluster has stays. */
function unreachable(error: unknown): KeptShoot {
  if (!(error instanceof GardenError) || !OUT_OF_REACH.has(error.kind)) throw error
  return {
    shoot: null,
    findings: [clusterFinding('ClusterProvisioned', 'Unknown', 'GardenerUnreachable', error.message)],
  }
}

const OUT_OF_REACH: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'unavailable'])

const WAITING_FOR_CLUSTER = clusterFinding(
  'AdministratorsReady',
  'False',
  'WaitingForCluster',
  'Administrators are bound once the cluster runs.',
)

async function brought(context: ClusterContext, cluster: Cluster, signal: AbortSignal): Promise<Found> {
  const ref = cluster.spec.kubeconfigSecretRef
  const place = await broughtPlace(context, cluster, signal)
  const none = [
    clusterFinding('SubscriptionReady', 'True', 'NotNeeded', 'The cluster was brought.'),
    clusterFinding('SpecApplied', 'True', 'NotNeeded', 'The cluster was brought.'),
  ]
  if (place === null) {
    const message = `There is no Secret ${ref?.name} beside the Cluster. Create it, with a kubeconfig under the key ${ref?.key}.`
    return {
      findings: [...none, clusterFinding('ClusterProvisioned', 'False', 'KubeconfigMissing', message)],
      facts: {},
    }
  }
  const given = clusterFinding(
    'ClusterProvisioned',
    'True',
    'KubeconfigProvided',
    'The cluster is reached by its Secret.',
  )
  const { finding, names } = await keepAdministrators(context, cluster, place, signal)
  const facts = { administrators: names, ...(finding.status === 'True' && { kubeconfigVersion: place.version }) }
  return { findings: [...none, given, finding], facts }
}

/** The shoot keeps its name for life, whatever later versions would call it. */
function nameOf({ project }: ClusterContext, { metadata: { uid }, status }: Cluster): string | null {
  return status?.shootRef?.name ?? shootNameOf(uid, project.name)
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
