import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { CLUSTERS, KUBECONFIG_LABELS, KUBECONFIG_MANAGER } from '#lib/operators/api/resources.ts'
import { findCondition, isTrue } from '#lib/operators/framework/conditions.ts'
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  listAll,
  SERVICE_ACCOUNTS,
} from '#lib/operators/kubeconfig/steps/cluster-objects.ts'
import { atEveryEnd } from '../../../test/operators/at-every-end.ts'
import { importedClusterContext } from '../../../test/operators/imported-cluster-context.ts'
import { type KubeconfigWorld, NAMESPACE, startKubeconfigWorld } from '../../../test/operators/kubeconfig-world.ts'
import { type End, mortalClusters, otherWrites } from '../../../test/operators/mortal-context.ts'
import { clusterReconciler } from './cluster-reconciler.ts'
import { MANAGED_BY as MANAGED_BY_CLUSTERS } from './shoot-metadata.ts'

vi.setConfig({ hookTimeout: 60_000 })

const BINDS = ['1 finalizers of clusters', 'apply clusters/status', 'create clusterrolebindings inside']
const LEAVES = [
  'delete clusterrolebindings inside',
  'delete serviceaccounts inside',
  'delete clusterroles inside',
  '0 finalizers of clusters',
]
const [USER, OTHER, THIRD] = ['user.id@sap.com', 'other.id@sap.com', 'third.id@sap.com']
/** More runs than any sequence needs between two events. */
const MAX_RUNS = 30
const signal = new AbortController().signal
let world: KubeconfigWorld
let stories = 0

beforeAll(async () => {
  world = await startKubeconfigWorld()
})

afterAll(() => world.stop())

/**
 * An imported Cluster, reconciled by an operator that crashes at a write and by a second one
 * afterwards.
 */
class Story {
  readonly #name = `story-${++stories}`
  readonly #mortal: ReturnType<typeof mortalClusters>
  readonly #secret = { resource: SECRETS, namespace: NAMESPACE, name: `admin-of-${this.#name}` }
  readonly #place = { resource: CLUSTERS, namespace: NAMESPACE, name: this.#name }

  constructor(end: End) {
    this.#mortal = mortalClusters({ control: world.client, garden: world.client }, end)
  }

  get isOver(): boolean {
    return this.#mortal.life.isOver
  }

  async bring(administrators: readonly string[]): Promise<void> {
    await this.putSecret()
    const spec = { kubeconfigSecretRef: { name: this.#secret.name, key: 'config' }, administrators }
    const object = { metadata: { name: this.#name }, spec } as KubeObject
    await world.client.create({ resource: CLUSTERS, namespace: NAMESPACE }, object)
  }

  async putSecret(): Promise<void> {
    const data = { config: Buffer.from(world.target.kubeconfig('admin')).toString('base64') }
    await world.client.create(this.#secret, { metadata: { name: this.#secret.name }, data } as KubeObject)
  }

  loseSecret(): Promise<void> {
    return world.client.delete(this.#secret)
  }

  async edit(administrators: readonly string[]): Promise<void> {
    const { resourceVersion = '' } = (await this.read())?.metadata ?? {}
    await world.client.patch(this.#place, { spec: { administrators } }, { resourceVersion })
  }

  remove(): Promise<void> {
    return world.client.delete(this.#place)
  }

  async read(): Promise<Cluster | null> {
    const all = await listAll<Cluster>(world.client, { resource: CLUSTERS, namespace: NAMESPACE })
    return all.find(({ metadata }) => metadata.name === this.#name) ?? null
  }

  /** Runs until the wanted state or the crash. */
  async until(isAsWished: (cluster: Cluster | null) => boolean, { orOver = false } = {}): Promise<void> {
    for (let runs = 0; runs < MAX_RUNS; runs++) {
      if (isAsWished(await this.read()) || (orOver && this.isOver)) return
      await this.#run()
    }
    throw new Error(`It was last seen as ${JSON.stringify((await this.read())?.status)}`)
  }

  async #run(): Promise<void> {
    const seen = await this.read()
    const { mortal, connect } = this.#mortal
    const immortal = importedClusterContext(world, seen)
    const context = { ...immortal, ...(!this.isOver && { ...mortal, opener: { ...immortal.opener, connect } }) }
    const wasOver = this.isOver
    const running = clusterReconciler(context).reconcile({ namespace: NAMESPACE, name: this.#name }, signal)
    await running.catch((error: unknown) => {
      if (wasOver || !this.isOver) throw error
    })
  }
}

async function administrators(): Promise<readonly string[]> {
  const labelSelector = `${MANAGED_BY_CLUSTERS.key}=${MANAGED_BY_CLUSTERS.value}`
  const collection = { resource: CLUSTER_ROLE_BINDINGS, namespace: null, labelSelector }
  const bindings = await listAll<KubeObject & { subjects?: { name: string }[] }>(world.inside, collection)
  return bindings.flatMap(({ subjects }) => subjects?.map(({ name }) => name) ?? []).toSorted()
}

/** Access that no request records. */
async function litter(): Promise<void> {
  const labels = {
    [KUBECONFIG_LABELS.managedBy]: KUBECONFIG_MANAGER,
    [KUBECONFIG_LABELS.installation]: 'test',
    [KUBECONFIG_LABELS.request]: 'nobody',
  }
  const metadata = { name: `hap-litter-${stories}`, labels }
  await world.inside.create({ resource: SERVICE_ACCOUNTS, namespace: 'default' }, { metadata })
  await world.inside.create({ resource: CLUSTER_ROLES, namespace: null }, { metadata })
}

async function expectNothingInside(): Promise<void> {
  expect(await administrators()).toEqual([])
  expect(await world.traces()).toEqual([])
}

const isReady = (cluster: Cluster | null) =>
  isTrue(cluster?.status?.conditions, 'Ready', cluster?.metadata.generation ?? 0)
const isGone = (cluster: Cluster | null) => cluster === null
const lacksItsSecret = (cluster: Cluster | null) =>
  findCondition(cluster?.status?.conditions, 'AccessRemoved')?.reason === 'KubeconfigMissing'

atEveryEnd('a cluster that is brought, changed and left', [...BINDS, ...LEAVES], async end => {
  const story = new Story(end)
  await story.bring([USER, OTHER])
  await story.until(isReady)
  expect(await administrators()).toEqual([OTHER, USER])
  await story.edit([USER, THIRD])
  await story.until(isReady)
  expect(await administrators()).toEqual([THIRD, USER])
  await litter()
  await story.remove()
  await story.until(isGone)
  await expectNothingInside()
  return story.isOver
})

atEveryEnd('a cluster whose Secret goes after an operator has ended in it', BINDS, async end => {
  const story = new Story(end)
  await story.bring([])
  await story.until(isReady, { orOver: true })
  await story.edit([USER, OTHER])
  await story.until(isReady, { orOver: true })
  await story.loseSecret()
  // Only the status still names them.
  await story.edit([])
  await story.remove()
  await story.until(cluster => isGone(cluster) || lacksItsSecret(cluster))
  if (await story.read()) {
    await story.putSecret()
    await story.until(isGone)
  }
  await expectNothingInside()
  return story.isOver
})

test('covers every kind of write', () => expect(otherWrites([...BINDS, ...LEAVES])).toEqual([]))

test('a cluster without administrators is removed without its Secret', async () => {
  const story = new Story({ kind: 'none', nth: 0, side: 'before' })
  await story.bring([])
  await story.until(isReady)
  await story.loseSecret()
  await story.remove()
  await story.until(isGone)
  await expectNothingInside()
})
