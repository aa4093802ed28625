import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { NAMESPACES } from '#lib/garden/resources/resource.ts'
import { KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { clusterReconciler } from '#lib/operators/cluster/cluster-reconciler.ts'
import { clusterSources } from '#lib/operators/cluster/cluster-sources.ts'
import { LATE_MS } from '#lib/operators/cluster/delete-cluster.ts'
import { isTrue } from '#lib/operators/framework/conditions.ts'
import { type Controller, createController, objectsOf, runUntil } from '#lib/operators/framework/controller.ts'
import { keyOf, keyText, type ObjectKey } from '#lib/operators/framework/reconciler.ts'
import type { KubeconfigContext } from '#lib/operators/kubeconfig/kubeconfig-context.ts'
import { createKubeconfigReconciler } from '#lib/operators/kubeconfig/kubeconfig-reconciler.ts'
import { kubeconfigSources } from '#lib/operators/kubeconfig/kubeconfig-sources.ts'
import { sweepClusters } from '#lib/operators/kubeconfig/sweep-clusters.ts'
import { releaseOrphans } from '#lib/operators/subscription/release-orphans.ts'
import { subscriptionReconciler } from '#lib/operators/subscription/subscription-reconciler.ts'
import { watchPools } from '#lib/operators/subscription/watch-pools.ts'
import type { TargetPlace } from '#lib/operators/target/find-target.ts'
import { openTarget } from '#lib/operators/target/open-target.ts'
import { OwnClusters } from '#lib/operators/target/own-clusters.ts'
import { SharedTargets } from '#lib/operators/target/shared-targets.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { log } from '#lib/telemetry/log.ts'
import { VERSION } from '#lib/version.ts'
import { limitConcealed } from './concealed-errors.ts'
import { loggableReason } from './error-messages.ts'
import { type OperatorParts, type OperatorRun, operatorEvents, operatorStores } from './operator-context.ts'
import { repeat } from './repeat.ts'

const FRESHNESS_MS = 10_000

/** Grace period for reconciliations when leadership ends: the shutdown of the process waits for events and the lease after them. */
const GRACE_MS = 2_500

/**
 * Runs all operators until the signal aborts, and resolves after they have stopped. Calls `onStart` with the controllers. Throws GardenError
 * if the first request to the control plane fails.
 */
export async function runOperators(
  parts: OperatorParts,
  signal: AbortSignal,
  onStart: (controllers: readonly Controller[]) => void,
): Promise<void> {
  const { control, namespace } = parts
  const path = { resource: NAMESPACES, namespace: null, name: namespace }
  const home = await control.get<KubeObject>(path, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
    return null
  })
  if (home === null) return
  const stores = operatorStores(parts)
  const endings: (() => void)[] = []
  const schedule: OperatorRun['schedule'] = (ms, work, what) => {
    const run = () => work().catch((error: unknown) => logUnless(signal.aborted, { error, what }))
    endings.push(repeat(ms, run, what))
  }
  const { garden, secrets, project } = parts
  const ownClusters = new OwnClusters({
    garden: { client: garden, namespace: project.namespace },
    control: { client: control, namespace },
  })
  const opener = { garden, secrets, ownClusters, version: VERSION, onConcealed: limitConcealed(logConcealed) }
  const run: OperatorRun = { ...parts, stores, opener, signal, failed: failureLogger, schedule }
  // The uid of the namespace outlives all requests in it.
  const installation = home.metadata?.uid ?? namespace
  const operators = [startSubscriptions(run), startClusters(run, installation), startKubeconfigs(run, installation)]
  const controllers = operators.map(({ controller }) => controller)
  onStart(controllers)
  const logUnreadKinds = reportUnreadKinds(controllers)
  schedule(FRESHNESS_MS, async () => logUnreadKinds(), 'the watches of the operators were not checked')
  const end = { stop: async () => endings.forEach(each => void each()) }
  await runUntil(signal, {
    controllers,
    graceMs: GRACE_MS,
    below: [end, ...operators.flatMap(({ below }) => below), ...Object.values(stores)],
  })
}

function failureLogger(operator: string): (key: ObjectKey | null, error: unknown) => void {
  return (key, error) => {
    // The store reports an unavailable database itself.
    if (error instanceof StoreError) return
    const facts = { operator, object: key === null ? null : keyText(key), reason: loggableReason(error) }
    if (error instanceof GardenError && error.kind === 'conflict')
      log().debug(facts, 'an object changed during a reconciliation')
    else log().warn(facts, 'a reconciliation failed and is retried')
  }
}

function logConcealed({ namespace, name }: TargetPlace, error: GardenError): void {
  const facts = { operator: 'cluster', secret: `${namespace}/${name}`, reason: loggableReason(error) }
  log().warn(facts, 'an imported cluster does not answer as a Kubernetes API')
}

function logUnless(isOver: boolean, { error, what }: { readonly error: unknown; readonly what: string }): void {
  if (!isOver && !(error instanceof StoreError)) log().warn({ reason: loggableReason(error) }, what)
}

/** Returns a check that logs each kind whose watch fails, once per error message. */
function reportUnreadKinds(controllers: readonly Pick<Controller, 'freshness'>[]): () => void {
  const logged = new Map<string, string>()
  return () => {
    for (const { resource, phase, error } of controllers.flatMap(controller => controller.freshness())) {
      const problem = phase === 'live' || error === null ? '' : error.message
      if (problem !== '' && problem !== logged.get(resource))
        log().warn({ resource, reason: problem }, 'operators use stale data')
      logged.set(resource, problem)
    }
  }
}

const RULES_MS = 2_000
const ORPHANS_MS = 300_000

/** The Subscription operator of a run, not yet started. Changes of pools and rules requeue its requests. */
function startSubscriptions(run: OperatorRun) {
  const { control, claims, inventory, landscape, rules, stores, signal, timeOfClaims } = run
  const requests = stores.subscriptions
  const events = operatorEvents(run, 'subscription-operator')
  const controller = createController({
    name: 'subscription',
    reconciler: subscriptionReconciler({ client: control, requests, claims, events, rules, now: Date.now }),
    primary: objectsOf(requests),
    onFailure: run.failed('subscription'),
  })
  const unfollow = watchPools({ inventory, claims, requests, touch: controller.touch })

  let decidedBy: string | null = null
  const followRules = async () => {
    const { revision, settingsVersion } = rules()
    const now = `${revision} ${settingsVersion}`
    if (decidedBy !== null && decidedBy !== now)
      for (const request of requests.all())
        if (!isTrue(request.status?.conditions, 'Ready')) controller.touch(keyOf(request))
    decidedBy = now
  }
  run.schedule(RULES_MS, followRules, 'requests were not requeued for changed rules')

  const sweep = async () => {
    const count = await releaseOrphans({ client: control, claims, landscape, now: timeOfClaims }, signal)
    if (count > 0) log().info({ count }, 'claims without a request were released')
  }
  run.schedule(ORPHANS_MS, sweep, 'claims without a request were not searched')
  return { controller, below: [{ stop: async () => unfollow() }, events] }
}

/** The Cluster operator of a run, not yet started. `installation`: see KubeconfigContext. */
function startClusters(run: OperatorRun, installation: string) {
  const { control, garden, claims, opener, project, stores } = run
  const { clusters, subscriptions, shoots, kubeconfigs, ways } = stores
  const events = operatorEvents(run, 'cluster-operator')
  const controller = createController({
    name: 'cluster',
    reconciler: clusterReconciler({
      control,
      garden,
      claims,
      clusters,
      requests: subscriptions,
      project,
      opener,
      installation,
      events,
      now: Date.now,
      lateMs: LATE_MS,
    }),
    ...clusterSources({ clusters, requests: subscriptions, shoots, kubeconfigs, ways }),
    onFailure: run.failed('cluster'),
  })
  return { controller, below: [events] }
}

/** A sweep opens each cluster, for which Gardener issues a certificate each time. */
const SWEEP_MS = 3_600_000

/** The Kubeconfig operator uses no accounts. */
export type KubeconfigRun = Omit<OperatorRun, 'inventory' | 'claims' | 'landscape' | 'timeOfClaims' | 'rules'>

/** The Kubeconfig operator of a run, not yet started. `installation`: see KubeconfigContext. */
export function startKubeconfigs(run: KubeconfigRun, installation: string) {
  const { control, garden, secrets, exceptions, opener, stores, signal } = run
  const events = operatorEvents(run, 'kubeconfig-operator')
  const targets = new SharedTargets(place => openTarget(opener, place))
  const context: KubeconfigContext = {
    control,
    garden,
    secrets,
    targets,
    version: VERSION,
    installation,
    exceptions,
    clock: Date,
    report: (request, event) => events.record(KUBECONFIG_REQUESTS, request, event),
    reached: async () => undefined,
  }
  const controller = createController({
    name: 'kubeconfig',
    reconciler: createKubeconfigReconciler(context),
    ...kubeconfigSources({ ...stores, requests: stores.kubeconfigs }),
    onFailure: run.failed('kubeconfig'),
  })

  const sweep = async () => {
    // Without a wait the first sweep would see no clusters, and a run may end before the second.
    if (!(await stores.clusters.ready(signal))) return
    const keys = [...stores.clusters.all()].map(keyOf)
    const { clusters, leftovers, errors } = await sweepClusters(context, keys, signal)
    if (leftovers > 0) log().info({ clusters, leftovers }, 'leftovers of operators were deleted from clusters')
    if (errors.length > 0 && !signal.aborted)
      log().warn({ count: errors.length, reason: loggableReason(errors[0]) }, 'clusters were not swept')
  }
  run.schedule(SWEEP_MS, sweep, 'clusters were not swept')
  return { controller, below: [events, targets] }
}
