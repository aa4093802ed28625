import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { SecretReader } from '#lib/garden/client/secret-reader.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { NAMESPACES } from '#lib/garden/resources/resource.ts'
import type { Exceptions } from '#lib/hap/access/exceptions.ts'
import type { Controller } from '#lib/operators/framework/controller.ts'
import { keyText } from '#lib/operators/framework/object-key.ts'
import type { ObjectKey } from '#lib/operators/framework/reconciler.ts'
import { runUntil } from '#lib/operators/framework/run-until.ts'
import type { TargetOpener } from '#lib/operators/target/open-target.ts'
import { OwnClusters } from '#lib/operators/target/own-clusters.ts'
import type { ClaimRules } from '#lib/services/claims/claim-context.ts'
import type { ClaimService } from '#lib/services/claims/claim-service.ts'
import type { Landscape } from '#lib/services/landscape/landscape.ts'
import { StoreError } from '#lib/store/failure/store-errors.ts'
import { log } from '#lib/telemetry/log.ts'
import { VERSION } from '#lib/version.ts'
import { clusterAtWork } from './cluster-at-work.ts'
import { every } from './every.ts'
import { kubeconfigAtWork } from './kubeconfig-at-work.ts'
import { operatorStores } from './operator-stores.ts'
import { troublesOf } from './operator-troubles.ts'
import { reasonOf } from './reason-of.ts'
import { subscriptionAtWork } from './subscription-at-work.ts'

/** What all operators of a process share, whichever term it is. */
export interface OperatorParts {
  /** Client of the cluster the custom resources are in. */
  readonly control: GardenClient
  /** Client of the cluster the shoots are in. */
  readonly garden: GardenClient
  /** Of the cluster of `control`. */
  readonly secrets: SecretReader
  readonly inventory: Inventory
  readonly claims: ClaimService
  readonly landscape: Pick<Landscape, 'allowsEnd' | 'ended'>
  /** The time claims are dated by, in milliseconds since 1970. */
  timeOfClaims(): number
  /** As the claim service has them. Throws RulesUncertainError. */
  rules(): ClaimRules
  /** Of the custom resources. */
  readonly namespace: string
  /** Gardener project of the shoots, and its namespace. */
  readonly project: { readonly name: string; readonly namespace: string }
  readonly exceptions: Exceptions
  /** Name of this process in events. */
  readonly instance: string
  readonly staleAfterMs: number
}

/** A term of office: what is shared by its operators. */
export interface Term extends OperatorParts {
  readonly stores: ReturnType<typeof operatorStores>
  /** The ways into clusters. */
  readonly opener: TargetOpener
  /** Of the term. */
  readonly signal: AbortSignal
  /** Tells of a run that failed. */
  failed(operator: string): (key: ObjectKey | null, error: unknown) => void
  /** Does something now and then until the term ends; what fails is told as `what`. */
  nowAndThen(ms: number, work: () => Promise<unknown>, what: string): void
}

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
