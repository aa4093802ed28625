import { setTimeout as sleep } from 'node:timers/promises'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { CLUSTERS } from '#lib/operators/api/resources.ts'
import { isTrue } from '#lib/operators/framework/conditions.ts'
import { createWatchStore, type WatchStore } from '#lib/operators/framework/watch-store.ts'
import { listAll } from '#lib/operators/kubeconfig/steps/cluster-objects.ts'
import { sampleCluster } from '../operators/sample-cluster.ts'
import { inParallel } from '../stress/landscape.ts'
import { type BindingWatch, BURST, WINDOW_SECONDS, watchBindings } from './binding-watch.ts'
import { type Plant, startPlant } from './plant.ts'
import { Findings, secondsSince, spreadOf } from './report.ts'
import type { Scenario } from './scenario.ts'

/** Rate limit of Gardener for writes of bindings, and default of the console. */
const WRITES_PER_SECOND = 2.5
/** A watch may deliver a write this much later than the previous one. */
const LATE_SECONDS = 2
/** From the last shoot until the last Cluster is ready. */
const READY_SECONDS = 120
/** Share of tenants: the remaining Clusters are second ones of some tenants. */
const TENANTS = 0.8
const SPARE = 3

/** Applies this many Clusters simultaneously. */
export const clusters: Scenario = async ({ clusters: count, seed, kubeconfig }) => {
  const found = new Findings()
  const tenants = Math.max(1, Math.round(count * TENANTS))
  const accounts = Array.from({ length: tenants + SPARE }, (_, n) => `stress-${n}`)
  const plant = await startPlant({ seed, kubeconfig, accounts, shootsToo: false })
  const { control, garden, project } = plant
  const bindings = await watchBindings(garden, project, found)
  const store = createWatchStore<KubeObject & Cluster>({
    client: control.client,
    collection: { resource: CLUSTERS, namespace: control.namespace },
    staleAfterMs: 60_000,
  })
  try {
    await store.ready(AbortSignal.timeout(60_000))
    const begun = performance.now()
    const times = followTimes(store, begun)
    await inParallel([...Array(count).keys()], 32, n => applyCluster(plant, n, `tenant-${n % tenants}`))
    found.figures.secondsToApply = secondsSince(begun)
    // The time that the API server needs for the writes, half of it again, and a start.
    const most = (count / WRITES_PER_SECOND) * 1.5 + 60
    while (times.shoot.size < count && secondsSince(begun) < most) await sleep(250)
    found.atMost('secondsUntilAllHaveTheirShoot', lastOf(times.shoot), Math.round(most))
    for (const { metadata, status } of store.all())
      if (status?.shootRef === undefined)
        found.violated('no shoot', `${metadata.name}: ${JSON.stringify(status?.conditions?.at(0))}`)
    while (times.ready.size < count && secondsSince(begun) < most + READY_SECONDS) await sleep(250)
    for (const { metadata, status } of store.all())
      if (!times.ready.has(metadata.name))
        found.violated('not ready', `${metadata.name}: ${JSON.stringify(status?.conditions?.at(0))}`)
    const ready = { clusters: times.ready.size, secondsUntilLast: lastOf(times.ready) }
    Object.assign(found.figures, { clusters: count, tenants, shoots: times.shoot.size, ready })
    found.figures.secondsToShoot = spreadOf([...times.shoot.values()])
    judgePace(bindings, found)
    await judgeOwners(plant, store, bindings, found)
    plant.console.judgeMemory(found)
  } finally {
    await store.stop()
    await bindings.stop()
    await plant.stop()
  }
  return found.report('clusters')
}

function applyCluster({ control }: Plant, n: number, tenant: string): Promise<void> {
  const { spec } = sampleCluster({ infrastructure: { subscriptionSelector: `globalaccount:${tenant}` } })
  const labels = { plan: 'aws', globalaccountid: tenant, subaccountid: `sub-${n}`, instanceid: `instance-${n}` }
  const place = { resource: CLUSTERS, namespace: control.namespace, name: `stress-${n}` }
  const config = { metadata: { labels }, spec } as KubeObject & { spec: object }
  return control.client.apply(place, config, { manager: 'kubectl', force: true }).then(() => undefined)
}

/** Seconds until each Cluster first had a shoot, and was ready, by name. */
function followTimes(store: WatchStore<KubeObject & Cluster>, begun: number) {
  const [shoot, ready] = [new Map<string, number>(), new Map<string, number>()]
  store.subscribe(({ after }) => {
    if (after === null) return
    const { name } = after.metadata
    const now = (performance.now() - begun) / 1_000
    if (after.status?.shootRef !== undefined && !shoot.has(name)) shoot.set(name, now)
    if (isTrue(after.status?.conditions, 'Ready') && !ready.has(name)) ready.set(name, now)
  })
  return { shoot, ready }
}

function lastOf(times: ReadonlyMap<string, number>): number {
  return Math.round(Math.max(0, ...times.values()) * 10) / 10
}

function judgePace(bindings: BindingWatch, found: Findings): void {
  const { writes, perSecond, mostInWindow } = bindings.pace()
  Object.assign(found.figures, { bindingWrites: writes, bindingWritesPerSecond: perSecond })
  found.atMost(
    `mostBindingWritesIn${WINDOW_SECONDS}s`,
    mostInWindow,
    WRITES_PER_SECOND * (WINDOW_SECONDS + LATE_SECONDS) + BURST,
  )
}

/**
 * Checks that each tenant has one account, each account one tenant, and each shoot the account of its Cluster’s tenant.
 */
async function judgeOwners(
  { garden, project }: Plant,
  store: WatchStore<KubeObject & Cluster>,
  bindings: BindingWatch,
  found: Findings,
): Promise<void> {
  const shoots = await listAll<KubeObject & { spec?: { credentialsBindingName?: string } }>(garden, {
    resource: SHOOTS,
    namespace: project,
  })
  const bindingOf = new Map(shoots.map(({ metadata, spec }) => [metadata?.name, spec?.credentialsBindingName]))
  for (const { metadata, status } of store.all()) {
    const { name, labels } = metadata
    const tenant = labels?.globalaccountid ?? ''
    const own = bindings.bindingsOf(tenant)
    if (own.length > 1) found.violated('tenant with two accounts', `${tenant}: ${own.join(', ')}`)
    if (status?.shootRef === undefined) continue
    const binding = bindingOf.get(status.shootRef.name)
    const owner = binding === undefined ? null : bindings.ownerOf(binding)
    if (owner !== tenant) found.violated('account of another', `${name} of ${tenant} is on ${binding} of ${owner}`)
  }
}
