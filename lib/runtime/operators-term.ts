import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { NAMESPACES } from '#lib/garden/resources/resource.ts'
import { type Controller, runUntil } from '#lib/operators/framework/controller.ts'
import { keyText, type ObjectKey } from '#lib/operators/framework/reconciler.ts'
import { OwnClusters } from '#lib/operators/target/own-clusters.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { log } from '#lib/telemetry/log.ts'
import { VERSION } from '#lib/version.ts'
import { clusterAtWork } from './cluster-at-work.ts'
import { every } from './every.ts'
import { kubeconfigAtWork } from './kubeconfig-at-work.ts'
import { type OperatorParts, operatorStores, type Term } from './operator-context.ts'
import { troublesOf } from './operator-troubles.ts'
import { reasonOf } from './reason-of.ts'
import { subscriptionAtWork } from './subscription-at-work.ts'

const TROUBLES_MS = 10_000

/** For runs under way at the end of a term: the shutdown of the process waits for events and the lease after them. */
const GRACE_MS = 2_500

/** Runs all operators until the signal aborts, which `begun` hears of; returns when their work has ended. Throws what the control plane throws at the begin. */
export async function operatorsTerm(
  parts: OperatorParts,
  signal: AbortSignal,
  begun: (controllers: readonly Controller[]) => void,
): Promise<void> {
  const { control, namespace } = parts
  const place = { resource: NAMESPACES, namespace: null, name: namespace }
  const home = await control.get<KubeObject>(place, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
    return null
  })
  if (home === null) return
  const stores = operatorStores(parts)
  const endings: (() => void)[] = []
  const nowAndThen: Term['nowAndThen'] = (ms, work, what) => {
    const tried = () => work().catch((error: unknown) => toldUnless(signal.aborted, { error, what }))
    endings.push(every(ms, tried, what))
  }
  const { garden, secrets, project } = parts
  const ownClusters = new OwnClusters({
    garden: { client: garden, namespace: project.namespace },
    control: { client: control, namespace },
  })
  const opener = { garden, secrets, ownClusters, version: VERSION }
  const term: Term = { ...parts, stores, opener, signal, failed: failureOf, nowAndThen }
  // The uid of their namespace outlives all requests in it.
  const installation = home.metadata?.uid ?? namespace
  const operators = [subscriptionAtWork(term), clusterAtWork(term, installation), kubeconfigAtWork(term, installation)]
  const controllers = operators.map(({ controller }) => controller)
  begun(controllers)
  const tellTroubles = troublesOf(controllers)
  nowAndThen(TROUBLES_MS, async () => tellTroubles(), 'the operators were not looked at')
  const end = { stop: async () => endings.forEach(each => void each()) }
  await runUntil(signal, {
    controllers,
    graceMs: GRACE_MS,
    below: [end, ...operators.flatMap(({ below }) => below), ...Object.values(stores)],
  })
}

function failureOf(operator: string): (key: ObjectKey | null, error: unknown) => void {
  return (key, error) => {
    // The database that does not answer is told already.
    if (error instanceof StoreError) return
    const facts = { operator, object: key === null ? null : keyText(key), reason: reasonOf(error) }
    if (error instanceof GardenError && error.kind === 'conflict') log().debug(facts, 'an object has changed meanwhile')
    else log().warn(facts, 'an operator is going to try again')
  }
}

function toldUnless(isOver: boolean, { error, what }: { readonly error: unknown; readonly what: string }): void {
  if (!isOver && !(error instanceof StoreError)) log().warn({ reason: reasonOf(error) }, what)
}
