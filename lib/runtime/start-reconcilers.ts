import { KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { clusterReconciler } from '#lib/operators/cluster/cluster-reconciler.ts'
import { clusterSources } from '#lib/operators/cluster/cluster-sources.ts'
import { LATE_MS } from '#lib/operators/cluster/delete-cluster.ts'
import { isTrue } from '#lib/operators/framework/conditions.ts'
import { createController, objectsOf } from '#lib/operators/framework/controller.ts'
import { keyOf } from '#lib/operators/framework/reconciler.ts'
import type { KubeconfigContext } from '#lib/operators/kubeconfig/kubeconfig-context.ts'
import { createKubeconfigReconciler } from '#lib/operators/kubeconfig/kubeconfig-reconciler.ts'
import { kubeconfigSources } from '#lib/operators/kubeconfig/kubeconfig-sources.ts'
import { sweepClusters } from '#lib/operators/kubeconfig/sweep-clusters.ts'
import { releaseOrphans } from '#lib/operators/subscription/release-orphans.ts'
import { subscriptionReconciler } from '#lib/operators/subscription/subscription-reconciler.ts'
import { watchPools } from '#lib/operators/subscription/watch-pools.ts'
import { openTarget } from '#lib/operators/target/open-target.ts'
import { SharedTargets } from '#lib/operators/target/shared-targets.ts'
import { log } from '#lib/telemetry/log.ts'
import { VERSION } from '#lib/version.ts'
import { type OperatorRun, operatorEvents } from './operator-context.ts'
import { reasonOf } from './reason-of.ts'

const RULES_MS = 2_000
const ORPHANS_MS = 300_000

/** The Subscription operator of a run, not yet started. Changes of pools and rules requeue its requests. */
export function startSubscriptions(run: OperatorRun) {
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
  run.nowAndThen(RULES_MS, followRules, 'requests were not looked at by other rules')

  const sweep = async () => {
    const count = await releaseOrphans({ client: control, claims, landscape, now: timeOfClaims }, signal)
    if (count > 0) log().info({ count }, 'claims that no request stands for were given back')
  }
  run.nowAndThen(ORPHANS_MS, sweep, 'claims that no request stands for were not looked for')
  return { controller, below: [{ stop: async () => unfollow() }, events] }
}

/** The Cluster operator of a run, not yet started. `installation`: see KubeconfigContext. */
export function startClusters(run: OperatorRun, installation: string) {
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

/** Long, because a sweep opens each cluster, and Gardener issues a certificate each time. */
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
    // The next sweep is long after the first, and a run may be over before it.
    if (!(await stores.clusters.ready(signal))) return
    const keys = [...stores.clusters.all()].map(keyOf)
    const { clusters, leftovers, errors } = await sweepClusters(context, keys, signal)
    if (leftovers > 0) log().info({ clusters, leftovers }, 'what operators had left in clusters was taken away')
    if (errors.length > 0 && !signal.aborted)
      log().warn({ count: errors.length, reason: reasonOf(errors[0]) }, 'clusters were not looked through')
  }
  run.nowAndThen(SWEEP_MS, sweep, 'clusters were not looked through')
  return { controller, below: [events, targets] }
}
