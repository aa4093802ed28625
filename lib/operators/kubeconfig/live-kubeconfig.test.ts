import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createGarden, type Garden } from '#embedded-garden/garden.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { CLUSTERS, REVOKE_ANNOTATION, ROTATE_ANNOTATION } from '#lib/operators/api/resources.ts'
import { startKubeconfigController } from '../../../test/operators/kubeconfig-controller.ts'
import {
  ADMIN_SECRET,
  CLUSTER,
  type KubeconfigWorld,
  NAMESPACE,
  startKubeconfigWorld,
} from '../../../test/operators/kubeconfig-world.ts'
import { sweepClusters } from './sweep-clusters.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const MAPS = '/api/v1/configmaps'
const failures: unknown[] = []
let world: KubeconfigWorld
let running: { stop(): Promise<void> }

beforeAll(async () => {
  world = await startKubeconfigWorld()
  running = startKubeconfigController(world, error => failures.push(error))
})

afterAll(async () => {
  await running.stop()
  await world.stop()
})

const until = (type: string, reason: string) =>
  expect.poll(() => world.condition('live', type), { timeout: 20_000 }).toBe(reason)

test('a new request is served immediately, and again when its Secret is deleted', async () => {
  await world.apply('live')
  await until('Ready', 'True Issued')
  const old = await world.kubeconfig('live')
  await world.client.delete({ resource: SECRETS, namespace: NAMESPACE, name: 'kubeconfig-live' })
  await expect.poll(() => world.kubeconfig('live'), { timeout: 20_000 }).not.toBeNull()
  expect(await world.kubeconfig('live')).not.toBe(old)
})

test('a rotation, an edit and a revocation are carried out immediately', async () => {
  const old = await world.kubeconfig('live')
  await world.annotate('live', ROTATE_ANNOTATION, 'true')
  await expect.poll(() => world.kubeconfig('live'), { timeout: 20_000 }).not.toBe(old)
  const young = await world.kubeconfig('live')
  await world.edit('live', { clusterRole: null })
  await expect.poll(() => world.answer(young, MAPS), { timeout: 20_000 }).toBe(403)
  await world.annotate('live', REVOKE_ANNOTATION, 'true')
  await until('Revoked', 'True TokenRefused')
  expect(await world.answer(young, MAPS)).toBe(401)
})

test("the removal of a Secret's owner, and its deletion, are noticed", async () => {
  await world.apply('disowned')
  const is = (type: string, reason: string) =>
    expect.poll(() => world.condition('disowned', type), { timeout: 20_000 }).toBe(reason)
  await is('Ready', 'True Issued')
  const place = { resource: SECRETS, namespace: NAMESPACE, name: 'kubeconfig-disowned' }
  const { metadata } = await world.client.get<KubeObject>(place)
  const change = { metadata: { ownerReferences: null } as object }
  await world.client.patch(place, change, { resourceVersion: metadata?.resourceVersion ?? '' })
  await is('Ready', 'False Failed')
  await world.annotate('disowned', REVOKE_ANNOTATION, 'true')
  await is('Revoked', 'False SecretForeign')
  await world.client.delete(place)
  await is('Revoked', 'True Untried')
})

test('a request waits for its Cluster and notices its creation', async () => {
  await world.apply('early', { cluster: 'later' })
  const reason = () => world.condition('early', 'ClusterReachable')
  await expect.poll(reason, { timeout: 20_000 }).toBe('False ClusterNotFound')
  const known = await world.client.get<KubeObject & Cluster>({
    resource: CLUSTERS,
    namespace: NAMESPACE,
    name: CLUSTER,
  })
  await world.client.create({ resource: CLUSTERS, namespace: NAMESPACE }, {
    metadata: { name: 'later' },
    spec: known.spec,
  } as KubeObject)
  await expect.poll(reason, { timeout: 20_000 }).toBe('True Reachable')
})

test('a Secret that is replaced, deleted and restored is noticed immediately, although its Cluster is unchanged', async () => {
  const { target, client } = world
  const place = { resource: SECRETS, namespace: NAMESPACE, name: ADMIN_SECRET }
  const dataOf = ({ kubeconfig }: Garden) => ({ config: Buffer.from(kubeconfig('admin')).toString('base64') })
  await world.apply('follows')
  await expect.poll(() => world.condition('follows', 'Ready'), { timeout: 20_000 }).toBe('True Issued')
  const old = await world.kubeconfig('follows')
  const another = await createGarden({ throttle: false })
  onTestFinished(() => another.stop())
  const { metadata } = await client.get<KubeObject>(place)
  await client.patch(place, { data: dataOf(another) }, { resourceVersion: metadata?.resourceVersion ?? '' })
  await expect.poll(() => world.condition('follows', 'Ready'), { timeout: 20_000 }).toBe('True Rotated')
  expect(await world.answer(await world.kubeconfig('follows'), MAPS)).toBe(200)
  // The previous cluster is unreachable, and its issued kubeconfigs are not forgotten.
  expect(await world.answer(old, MAPS)).toBe(200)
  await world.annotate('follows', REVOKE_ANNOTATION, 'true')
  await expect.poll(() => world.condition('follows', 'Revoked'), { timeout: 20_000 }).toBe('False ClusterUnreachable')

  await world.apply('follows-too')
  await expect.poll(() => world.condition('follows-too', 'Ready'), { timeout: 20_000 }).toBe('True Issued')
  await client.delete(place)
  await expect.poll(() => world.condition('follows-too', 'Ready'), { timeout: 20_000 }).toBe('False Waiting')
  await client.create(place, { metadata: { name: ADMIN_SECRET }, data: dataOf(target) } as KubeObject)
  await expect.poll(() => world.condition('follows-too', 'Ready'), { timeout: 20_000 }).toBe('True Rotated')
  // Once the first cluster is back, its leftovers are deleted.
  await expect.poll(() => world.answer(old, MAPS), { timeout: 20_000 }).toBe(401)
})

test('a sweep of all clusters finds nothing left, and reports unreachable clusters', async () => {
  const keys = [CLUSTER, 'later', 'nowhere'].map(name => ({ namespace: NAMESPACE, name }))
  const signal = new AbortController().signal
  expect(await sweepClusters(world.context(), keys, signal)).toEqual({ clusters: 2, leftovers: 0, errors: [] })
  world.target.faults.add({ times: 0, mishap: { type: 'status', status: 503 } })
  const { errors } = await sweepClusters(world.context(), keys, signal)
  world.target.faults.clear()
  expect(errors).toHaveLength(2)
})
