import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import { CLUSTERS, REVOKE_ANNOTATION, SHOOT_ANNOTATIONS } from '#lib/operators/api/resources.ts'
import { type Caller, MERGE, startCaller } from '../../../test/embedded-garden/caller.ts'
import {
  createShoot,
  deleteShoot,
  SHOOTS,
  shootManifest,
  untilOperation,
} from '../../../test/embedded-garden/shoots.ts'
import { landscape } from '../../../test/kit/landscape.ts'
import {
  KubeconfigWorld,
  NAMESPACE,
  prepareControlPlane,
  SYSTEM_CLOCK,
} from '../../../test/operators/kubeconfig-world.ts'
import { sweepClusters } from './sweep-clusters.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const MAPS = '/api/v1/configmaps'
const SHOOT = 'c-kc'
let caller: Caller
let world: KubeconfigWorld

beforeAll(async () => {
  caller = await startCaller({ controllers: true, shootStepMs: 0, faults: true })
  caller.garden.loadAll(landscape({ seed: 1, size: 'small', at: Date.now() }))
  world = new KubeconfigWorld(caller.garden, caller.garden, SYSTEM_CLOCK)
  await prepareControlPlane(world)
  await world.client.create({ resource: CLUSTERS, namespace: NAMESPACE }, {
    metadata: { name: 'of-shoot' },
    spec: {
      core: { region: 'eu-central-1' },
      infrastructure: {
        machineType: 'm6i.large',
        autoScalerMin: 1,
        autoScalerMax: 2,
        provider: 'aws',
        numberOfZones: 1,
        subscriptionSelector: 'shared',
      },
    },
  } as KubeObject)
})

afterAll(() => world.stop())

/** The status that the cluster operator writes once a shoot exists. */
async function point(uid: unknown): Promise<void> {
  const place = { resource: CLUSTERS, namespace: NAMESPACE, name: 'of-shoot', subresource: 'status' }
  const status = { shootRef: { namespace: LANDSCAPE_NAMESPACE, name: SHOOT, uid } }
  await world.client.apply(place, { status } as KubeObject, { manager: 'cluster', force: true })
}

async function makeShoot(): Promise<void> {
  const { metadata } = await createShoot(caller, SHOOT)
  await annotate((await cluster()).metadata?.uid)
  await point((metadata as { uid?: string }).uid)
}

const cluster = () => world.client.get<KubeObject>({ resource: CLUSTERS, namespace: NAMESPACE, name: 'of-shoot' })

/** Writes the owner of the shoot; undefined removes it. */
async function annotate(uid: string | undefined): Promise<void> {
  const annotations = { [SHOOT_ANNOTATIONS.clusterUid]: uid ?? null }
  await caller.ask('PATCH', `${SHOOTS}/${SHOOT}`, { type: MERGE, body: { metadata: { annotations } } })
}

async function messageOf(name: string, type: string): Promise<string | undefined> {
  return (await world.request(name)).status?.conditions?.find(each => each.type === type)?.message
}

const sweep = () =>
  sweepClusters(world.context(), [{ namespace: NAMESPACE, name: 'of-shoot' }], AbortSignal.timeout(60_000))

const certificates = () =>
  caller.garden.requests.count({ verb: 'create', resource: 'shoots.core.gardener.cloud/adminkubeconfig' })

test('a request waits for its shoot', async () => {
  await world.apply('kc', { cluster: 'of-shoot' })
  await world.settle('kc')
  expect(await world.condition('kc', 'Ready')).toBe('False Waiting')
  expect(await world.condition('kc', 'ClusterReachable')).toBe('False ClusterNotReady')
})

test('a request waits until Gardener has created the shoot, and does not request access before', async () => {
  const account = `${LANDSCAPE_NAMESPACE}/sap-aws-skr-cust-00003`
  caller.garden.refusals.set(account, 'ERR_INFRA_QUOTA_EXCEEDED')
  await caller.ask('POST', SHOOTS, { body: shootManifest(SHOOT) })
  const { metadata } = await untilOperation(caller, SHOOT, 'Create Error')
  await annotate((await cluster()).metadata?.uid)
  await point((metadata as { uid?: string }).uid)
  await world.settle('kc')
  expect(await world.condition('kc', 'Ready')).toBe('False Waiting')
  expect(world.errors).toEqual([])
  caller.garden.refusals.clear()
  await deleteShoot(caller, SHOOT)
})

test('a request gets access through an administrator kubeconfig of ten minutes', async () => {
  await makeShoot()
  const requests = vi.spyOn(world.client, 'request')
  await world.settle('kc')
  const bodies = requests.mock.calls.flatMap(([{ path, body }]) => (path.endsWith('/adminkubeconfig') ? [body] : []))
  requests.mockRestore()
  expect(bodies.map(body => JSON.parse(String(body)).spec)).toEqual([{ expirationSeconds: 600 }])
  const kubeconfig = await world.kubeconfig('kc')
  expect(await world.answer(kubeconfig, MAPS)).toBe(200)
  expect(await world.answer(kubeconfig, '/api/v1/namespaces')).toBe(403)
  expect(await world.condition('kc', 'Ready')).toBe('True Issued')
  expect(certificates()).toBe(1)
})

test('many concurrent issues and revocations share one certificate of Gardener', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `crowd-${n}`)
  const before = certificates()
  for (const name of names) await world.apply(name, { cluster: 'of-shoot' })
  await Promise.all(names.map(name => world.settle(name)))
  const kubeconfigs = await Promise.all(names.map(name => world.kubeconfig(name)))
  for (const name of names) await world.annotate(name, REVOKE_ANNOTATION, 'true')
  await Promise.all(names.map(name => world.settle(name)))
  for (const name of names) expect(await world.condition(name, 'Revoked')).toBe('True TokenRefused')
  expect(await Promise.all(kubeconfigs.map(each => world.answer(each, MAPS)))).toEqual(names.map(() => 401))
  // On a slow machine one may expire in between.
  expect(certificates() - before).toBeLessThan(names.length / 2)
})

test('a deleted shoot is reported, and a recreated one gets a new issue', async () => {
  const old = await world.kubeconfig('kc')
  await deleteShoot(caller, SHOOT)
  await world.settle('kc')
  expect(await world.condition('kc', 'ClusterReachable')).toBe('False ClusterGone')
  await makeShoot()
  await world.settle('kc')
  const young = await world.kubeconfig('kc')
  expect(young).not.toBe(old)
  expect([await world.answer(old, MAPS), await world.answer(young, MAPS)]).toEqual([401, 200])
})

test('no kubeconfig is issued for a foreign shoot that has the name of a deleted one', async () => {
  const before = certificates()
  await deleteShoot(caller, SHOOT)
  await caller.ask('POST', SHOOTS, { body: shootManifest(SHOOT) })
  await world.apply('foreign', { cluster: 'of-shoot' })
  await untilOperation(caller, SHOOT, 'Create Succeeded')
  for (const name of ['kc', 'foreign']) {
    await world.settle(name)
    expect(await world.condition(name, 'Ready')).toBe('False Failed')
    expect(await world.condition(name, 'ClusterReachable')).toBe('False ClusterGone')
  }
  expect((await sweep()).clusters).toBe(0)
  expect(certificates()).toBe(before)
})

test('no kubeconfig is issued for the shoot of another Cluster that a forged status names', async () => {
  const before = certificates()
  await annotate('another-cluster')
  const { metadata } = await caller.ask('GET', `${SHOOTS}/${SHOOT}`)
  await point((metadata as { uid?: string }).uid)
  for (const name of ['kc', 'foreign']) {
    await world.settle(name)
    expect(await world.condition(name, 'Ready')).toBe('False Waiting')
    expect(await messageOf(name, 'ClusterReachable')).toBe(
      `Shoot ${SHOOT} does not belong to this Cluster and is not changed.`,
    )
  }
  expect((await sweep()).clusters).toBe(0)
  expect(certificates()).toBe(before)
})

test('a shoot that is foreign by its annotations does not count as proof of a revocation', async () => {
  await annotate((await cluster()).metadata?.uid)
  await world.settle('foreign')
  expect(await world.condition('foreign', 'Ready')).toBe('True Issued')
  await annotate(undefined)
  await world.annotate('foreign', REVOKE_ANNOTATION, 'true')
  await world.settle('foreign')
  expect(await world.condition('foreign', 'Revoked')).toBe('False ClusterUnreachable')
  await annotate((await cluster()).metadata?.uid)
  await world.settle('foreign')
  expect(await world.condition('foreign', 'Revoked')).toBe('True TokenRefused')
  await world.settle('kc')
})

test('a revocation is proved by the shoot itself', async () => {
  const old = await world.kubeconfig('kc')
  await world.annotate('kc', REVOKE_ANNOTATION, 'true')
  await world.settle('kc')
  expect(await world.condition('kc', 'Revoked')).toBe('True TokenRefused')
  expect(await world.answer(old, MAPS)).toBe(401)
})

test('a revocation without a record does not claim that nothing was issued', async () => {
  await world.apply('unkept', { cluster: 'of-shoot' })
  await world.settle('unkept')
  const old = await world.kubeconfig('unkept')
  await world.client.delete({ resource: SECRETS, namespace: NAMESPACE, name: 'kubeconfig-unkept' })
  await world.annotate('unkept', REVOKE_ANNOTATION, 'true')
  await world.settle('unkept')
  expect(await world.condition('unkept', 'Revoked')).toBe('True Untried')
  expect(await world.answer(old, MAPS)).toBe(401)
})

test('access to a shoot has ended with its Cluster', async () => {
  await world.apply('outlived', { cluster: 'of-shoot' })
  await world.settle('outlived')
  const old = await world.kubeconfig('outlived')
  const place = { resource: CLUSTERS, namespace: NAMESPACE, name: 'of-shoot' }
  const { spec } = await world.client.get<KubeObject & { spec: object }>(place)
  await deleteShoot(caller, SHOOT)
  await world.client.delete(place)
  await world.settle('outlived')
  expect(await world.condition('outlived', 'Ready')).toBe('False Failed')
  expect(await world.condition('outlived', 'ClusterReachable')).toBe('False ClusterNotFound')
  await world.annotate('outlived', REVOKE_ANNOTATION, 'true')
  await world.settle('outlived')
  expect(await world.condition('outlived', 'Revoked')).toBe('True ClusterGone')
  await world.client.create(place, { metadata: { name: 'of-shoot' }, spec } as KubeObject)
  await makeShoot()
  expect(await world.answer(old, MAPS)).toBe(401)
})

test('a request of a deleted shoot can be deleted', async () => {
  await world.apply('last', { cluster: 'of-shoot' })
  await world.settle('last')
  await deleteShoot(caller, SHOOT)
  await world.delete('last')
  await world.settle('last')
  await expect(world.request('last')).rejects.toThrow('does not exist')
})
