import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { REVOKE_ANNOTATION, ROTATE_ANNOTATION } from '#lib/operators/api/names.ts'
import { CLUSTERS } from '#lib/operators/api/resources.ts'
import { startKubeconfigController } from '../../../test/operators/kubeconfig-controller.ts'
import {
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

test('a request is served as soon as it is there, and again when its Secret is gone', async () => {
  await world.apply('live')
  await until('Ready', 'True Issued')
  const old = await world.kubeconfig('live')
  await world.client.delete({ resource: SECRETS, namespace: NAMESPACE, name: 'kubeconfig-live' })
  await expect.poll(() => world.kubeconfig('live'), { timeout: 20_000 }).not.toBeNull()
  expect(await world.kubeconfig('live')).not.toBe(old)
})

test('a rotation, an edit and a revocation are carried out at once', async () => {
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

test('a request waits for its Cluster, and need not be told when it comes', async () => {
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

test('a sweep of all clusters finds nothing left, and says what it could not reach', async () => {
  const keys = [CLUSTER, 'later', 'nowhere'].map(name => ({ namespace: NAMESPACE, name }))
  const signal = new AbortController().signal
  expect(await sweepClusters(world.context(), keys, signal)).toEqual({ clusters: 2, leftovers: 0, errors: [] })
  world.target.faults.add({ times: 0, mishap: { type: 'status', status: 503 } })
  const { errors } = await sweepClusters(world.context(), keys, signal)
  world.target.faults.clear()
  expect(errors).toHaveLength(2)
})
