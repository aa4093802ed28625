import { onTestFinished } from 'vitest'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { kubeconfigFile } from '#embedded-garden/persistence.ts'
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
import { type BindingDetail, getBindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import { newPlace } from '../store/command-kit.ts'
import { startOperators } from './operators-process.ts'
import { sampleCluster } from './sample-cluster.ts'
import { soon } from './soon.ts'

const KUBECTL = { manager: 'kubectl', force: true }
export const CLUSTER = { resource: CLUSTERS, namespace: 'kcp-system', name: 'example' }
/** A pause in which the watch delivers each state. */
const PAUSE_MS = 2_000

/** A ready Cluster whose shoot left resources in its account at AWS. */
export async function clusterOn(cloud: CloudStandIn) {
  const place = await newPlace()
  const { client } = await startOperators(place, 'small', { by: 'aws', origin: cloud.origin, pauseMs: PAUSE_MS })
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
  return { folder: place.DATA_DIR, client, binding, shoot, left }
}

async function statusOf(client: GardenClient): Promise<Cluster['status']> {
  return (await client.get<KubeObject & Cluster>(CLUSTER)).status
}

/** Gives the account of a binding credentials of the stand-in. */
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

/** Reads the landscape like the pages of a console, through a separate inventory. */
export async function observeConsole(folder: string): Promise<() => QueryContext> {
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

/** Records each new state of a binding, and whether its shoot existed when it became dirty. */
export async function followStates(client: GardenClient, name: string, shoot: string) {
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

export function exists(client: GardenClient, shoot: string): Promise<boolean> {
  return client.get({ resource: SHOOTS, namespace: LANDSCAPE_NAMESPACE, name: shoot }).then(
    () => true,
    error => {
      if (isNotFound(error)) return false
      throw error
    },
  )
}

export async function startCloud(): Promise<CloudStandIn> {
  const cloud = await startAws()
  onTestFinished(() => cloud.close())
  return cloud
}

export const detailOf = (context: QueryContext, name: string): BindingDetail | null =>
  getBindingDetail(context, 'CredentialsBinding', name)

/** The resources that fill creates in the stand-in. */
export const FOUND = '2 load balancers, 2 addresses, 2 volumes and 2 snapshots'
