import { KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { createController } from '#lib/operators/framework/controller.ts'
import { keyOf } from '#lib/operators/framework/reconciler.ts'
import type { KubeconfigContext } from '#lib/operators/kubeconfig/kubeconfig-context.ts'
import { createKubeconfigReconciler } from '#lib/operators/kubeconfig/kubeconfig-reconciler.ts'
import { kubeconfigSources } from '#lib/operators/kubeconfig/kubeconfig-sources.ts'
import { sweepClusters } from '#lib/operators/kubeconfig/sweep-clusters.ts'
import { openTarget } from '#lib/operators/target/open-target.ts'
import { SharedTargets } from '#lib/operators/target/shared-targets.ts'
import { log } from '#lib/telemetry/log.ts'
import { VERSION } from '#lib/version.ts'
import { operatorEvents, type Term } from './operator-context.ts'
import { reasonOf } from './reason-of.ts'

/** Each cluster is opened for it, which costs Gardener a certificate. */
const SWEEP_MS = 3_600_000

/** Accounts are no matter of kubeconfigs. */
export type KubeconfigTerm = Omit<Term, 'inventory' | 'claims' | 'landscape' | 'timeOfClaims' | 'rules'>

/** The Kubeconfig operator of a term, not yet started. `installation`: see KubeconfigContext. */
export function kubeconfigAtWork(term: KubeconfigTerm, installation: string) {
  const { control, garden, secrets, exceptions, opener, stores, signal } = term
  const events = operatorEvents(term, 'kubeconfig-operator')
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
    onFailure: term.failed('kubeconfig'),
  })

  const sweep = async () => {
    // The next sweep is long after the first, and a term may be over before it.
    if (!(await stores.clusters.ready(signal))) return
    const keys = [...stores.clusters.all()].map(keyOf)
    const { clusters, leftovers, errors } = await sweepClusters(context, keys, signal)
    if (leftovers > 0) log().info({ clusters, leftovers }, 'what operators had left in clusters was taken away')
    if (errors.length > 0 && !signal.aborted)
      log().warn({ count: errors.length, reason: reasonOf(errors[0]) }, 'clusters were not looked through')
  }
  term.nowAndThen(SWEEP_MS, sweep, 'clusters were not looked through')
  return { controller, below: [events, targets] }
}
