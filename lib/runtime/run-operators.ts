import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { NAMESPACES } from '#lib/garden/resources/resource.ts'
import { type Controller, runUntil } from '#lib/operators/framework/controller.ts'
import { keyText, type ObjectKey } from '#lib/operators/framework/reconciler.ts'
import { OwnClusters } from '#lib/operators/target/own-clusters.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { log } from '#lib/telemetry/log.ts'
import { VERSION } from '#lib/version.ts'
import { every } from './every.ts'
import { type OperatorParts, type OperatorRun, operatorStores } from './operator-context.ts'
import { reasonOf } from './reason-of.ts'
import { startClusters, startKubeconfigs, startSubscriptions } from './start-reconcilers.ts'

const TROUBLES_MS = 10_000

/** Grace period for reconciliations when leadership ends: the shutdown of the process waits for events and the lease after them. */
const GRACE_MS = 2_500

/** Runs all operators until the signal aborts, and resolves once they have stopped. Calls `begun` with the controllers. Throws GardenError if the first request to the control plane fails. */
export async function runOperators(
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
  const nowAndThen: OperatorRun['nowAndThen'] = (ms, work, what) => {
    const tried = () => work().catch((error: unknown) => toldUnless(signal.aborted, { error, what }))
    endings.push(every(ms, tried, what))
  }
  const { garden, secrets, project } = parts
  const ownClusters = new OwnClusters({
    garden: { client: garden, namespace: project.namespace },
    control: { client: control, namespace },
  })
  const opener = { garden, secrets, ownClusters, version: VERSION }
  const run: OperatorRun = { ...parts, stores, opener, signal, failed: failureOf, nowAndThen }
  // The uid of their namespace outlives all requests in it.
  const installation = home.metadata?.uid ?? namespace
  const operators = [startSubscriptions(run), startClusters(run, installation), startKubeconfigs(run, installation)]
  const controllers = operators.map(({ controller }) => controller)
  begun(controllers)
  const tellTroubles = reportUnreadKinds(controllers)
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
    // The store reports an unavailable database itself.
    if (error instanceof StoreError) return
    const facts = { operator, object: key === null ? null : keyText(key), reason: reasonOf(error) }
    if (error instanceof GardenError && error.kind === 'conflict') log().debug(facts, 'an object has changed meanwhile')
    else log().warn(facts, 'an operator is going to try again')
  }
}

function toldUnless(isOver: boolean, { error, what }: { readonly error: unknown; readonly what: string }): void {
  if (!isOver && !(error instanceof StoreError)) log().warn({ reason: reasonOf(error) }, what)
}

/** Returns a check that logs each kind whose watch fails, once per error message. */
function reportUnreadKinds(controllers: readonly Pick<Controller, 'freshness'>[]): () => void {
  const told = new Map<string, string>()
  return () => {
    for (const { resource, phase, error } of controllers.flatMap(controller => controller.freshness())) {
      const trouble = phase === 'live' || error === null ? '' : error.message
      if (trouble !== '' && trouble !== told.get(resource))
        log().warn({ resource, reason: trouble }, 'operators work on what they knew before')
      told.set(resource, trouble)
    }
  }
}
