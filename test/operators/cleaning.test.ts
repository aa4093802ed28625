import { expect, onTestFinished, test, vi } from 'vitest'
import { LANDSCAPE_NAMESPACE } from '#lib/embedded-garden/landscape/landscape.ts'
import { kubeconfigFile } from '#lib/embedded-garden/persistence.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { isNotFound } from '#lib/garden/client/garden-error.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { Interner } from '#lib/garden/inventory/interner.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { bindingProjection } from '#lib/garden/inventory/project-binding.ts'
import { watchInventory } from '#lib/garden/inventory/watch-inventory.ts'
import type { CredentialsBindingObject, KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS, SECRETS, SHOOTS } from '#lib/garden/resources/resource.ts'
import { pooledBinding, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { CLUSTERS } from '#lib/operators/api/resources.ts'
import { startAws } from '#lib/operators/cleanup/testing/aws-stand-in.ts'
import { type CloudStandIn, fill } from '#lib/operators/cleanup/testing/cloud-kit.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { createWatchStore } from '#lib/operators/framework/watch-store.ts'
import { type BindingDetail, bindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { listCleaning } from '#lib/queries/operators/cleaning/list-cleaning.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { newFolder, startOperators } from './operators-process.ts'
import { sampleCluster } from './sample-cluster.ts'
import { soon } from './soon.ts'

// Processes that start a database and a garden take their time on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

const KUBECTL = { manager: 'kubectl', force: true }
const CLUSTER = { resource: CLUSTERS, namespace: 'kcp-system', name: 'example' }
/** Long enough to see each state. */
const PAUSE_MS = 2_000

/** A Cluster that is ready, whose shoot left something in its account at AWS. */
async function clusterOn(cloud: CloudStandIn) {
  const folder = newFolder()
  const { client } = await startOperators(folder, 'small', { by: 'aws', origin: cloud.origin, pauseMs: PAUSE_MS })
  const { metadata, spec } = sampleCluster()
  await client.apply<KubeObject & { spec: object }>(
    CLUSTER,
    { metadata: { labels: { ...metadata.labels } }, spec },
    KUBECTL,
  )
  const ready = async () => findCondition((await statusOf(client))?.conditions, 'Ready')?.status
  await soon(ready, 120_000).toBe('True')
  const status = await statusOf(client)
  const [binding = '', shoot = ''] = [status?.bindingRef?.name, status?.shootRef?.name]
  await signIn(client, binding, cloud.secret)
  const left = fill(cloud, 1, { cluster: `shoot--kyma-prod--${shoot}` })
  return { folder, client, binding, shoot, left }
}

async function statusOf(client: GardenClient): Promise<Cluster['status']> {
  return (await client.get<KubeObject & Cluster>(CLUSTER)).status
}

/** Lets the account of a binding be one that the stand-in knows. */
async function signIn(client: GardenClient, binding: string, secret: ReadonlyMap<string, string>): Promise<void> {
  const home = { namespace: LANDSCAPE_NAMESPACE }
  const { credentialsRef } = await client.get<CredentialsBindingObject>({
    ...home,
    resource: CREDENTIALS_BINDINGS,
    name: binding,
  })
  const place = { ...home, resource: SECRETS, name: credentialsRef?.name ?? '' }
  const data = Object.fromEntries([...secret].map(([key, value]) => [key, Buffer.from(value).toString('base64')]))
  await client.apply<KubeObject & { data: object }>(place, { data }, KUBECTL)
}

/** What a page of the console sees of the landscape, from an inventory of its own. */
async function console(folder: string): Promise<() => QueryContext> {
  const client = createGardenClient({ access: loadKubeconfig(kubeconfigFile(folder, 'admin')), version: 'pages' })
  const live = watchInventory({ client, namespace: LANDSCAPE_NAMESPACE, kinds: KINDS, staleAfterMs: 60_000 })
  onTestFinished(async () => {
    await live.stop()
    client.close()
  })
  await live.ready(AbortSignal.timeout(60_000))
  const { inventory }: { inventory: Inventory } = live
  const { context } = landscapeContext('empty', {
    cleaners: new Set(['aws']),
    deletes: true,
    protectedNames: new Set(),
  })
  return () => ({ ...context, inventory, at: Date.now() })
}

const KINDS = ['CredentialsBinding', 'SecretBinding'] as const

/** Every state a binding comes into from now on, and whether the shoot was there at that moment. */
async function followStates(client: GardenClient, name: string, shoot: string) {
  const project = bindingProjection('CredentialsBinding', new Interner())
  const store = createWatchStore<KubeObject>({
    client,
    collection: { resource: CREDENTIALS_BINDINGS, namespace: LANDSCAPE_NAMESPACE },
    staleAfterMs: 60_000,
  })
  onTestFinished(() => store.stop())
  const states: string[] = []
  let shootAtDirty: Promise<boolean> | null = null
  await store.ready(AbortSignal.timeout(60_000))
  store.subscribe(({ after }) => {
    if (after?.metadata?.name !== name) return
    const binding = project(after)
    const pooled = binding && pooledBinding(binding)
    const state = pooled ? stateAt(pooled, Date.now()) : 'none'
    if (state === 'dirty') shootAtDirty ??= exists(client, shoot)
    if (state !== states.at(-1)) states.push(state)
  })
  return { states, shootAtDirty: () => shootAtDirty }
}

function exists(client: GardenClient, shoot: string): Promise<boolean> {
  return client.get({ resource: SHOOTS, namespace: LANDSCAPE_NAMESPACE, name: shoot }).then(
    () => true,
    error => {
      if (isNotFound(error)) return false
      throw error
    },
  )
}

async function startCloud(): Promise<CloudStandIn> {
  const cloud = await startAws()
  onTestFinished(() => cloud.close())
  return cloud
}

const detailOf = (context: QueryContext, name: string): BindingDetail | null =>
  bindingDetail(context, 'CredentialsBinding', name)

test('the account of a deleted Cluster is cleaned once its shoot is gone, found empty twice, and free with its evidence', async () => {
  const cloud = await startCloud()
  const { folder, client, binding, shoot, left } = await clusterOn(cloud)
  const context = await console(folder)
  const seen = await followStates(client, binding, shoot)
  expect(detailOf(context(), binding)).toMatchObject({ row: { state: 'claimed' }, evidence: null })
  expect(cloud.cloud.ids()).toEqual(left)
  await client.delete(CLUSTER)
  // While it is looked at the second time the board shows what the first found.
  await soon(() => detailOf(context(), binding)?.row.state, 120_000).toBe('verifying')
  const verifying = detailOf(context(), binding)?.cleaning
  expect(verifying?.evidence).toMatchObject({ identity: cloud.identity, found: FOUND, deleted: FOUND, left: [] })
  expect(verifying?.evidence?.emptyAt).toHaveLength(1)
  await soon(() => detailOf(context(), binding)?.row.state, 60_000).toBe('free')

  await soon(() => seen.states).toEqual(['dirty', 'cleaning', 'verifying', 'free'])
  expect(await seen.shootAtDirty()).toBe(false)
  expect(await exists(client, shoot)).toBe(false)
  expect(cloud.cloud.ids()).toEqual([])
  expect(cloud.cloud.deletions.toSorted()).toEqual(left.toSorted())
  const { evidence, cleaning, row } = detailOf(context(), binding) ?? {}
  expect(row?.tenant).toBeNull()
  expect(cleaning).toBeNull()
  expect(evidence).toContain(`aws cleaner 1 on ${cloud.identity} (eu-central-1, us-east-1): found ${FOUND}`)
  expect(evidence).toMatch(/, deleted .*, left nothing; .*\. Empty twice in a row; 0 clusters known$/)
})

/** What fill puts into the places of the stand-in. */
const FOUND = '2 load balancers, 2 addresses, 2 volumes and 2 snapshots'

test('an account that cannot be cleaned is not given back: it comes into quarantine, and the board says why', async () => {
  const cloud = await startCloud()
  const { folder, client, binding, shoot, left } = await clusterOn(cloud)
  const [stuck = ''] = left.filter(id => id.startsWith('volume'))
  cloud.cloud.faults.stuck.add(stuck)
  const context = await console(folder)
  const seen = await followStates(client, binding, shoot)
  await client.delete(CLUSTER)
  await soon(() => detailOf(context(), binding)?.row.state, 180_000).toBe('quarantined')

  await soon(() => seen.states).toEqual(['dirty', 'cleaning', 'quarantined'])
  expect(cloud.cloud.ids()).toEqual([stuck])
  const { rows } = listCleaning(context(), { q: binding, sort: '', offset: 0, limit: 10 })
  expect(rows).toMatchObject([{ name: binding, state: 'quarantined', failures: 3, nextLook: null }])
  expect(rows[0]?.reason).toMatch(new RegExp(`^Could not delete volume ${stuck} in .* \\(VolumeInUse\\)\\.$`))
  const shown = detailOf(context(), binding)?.cleaning?.evidence
  expect(shown).toMatchObject({ found: FOUND, left: [{ what: expect.stringContaining(stuck) }], emptyAt: [] })
})
