import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { CLUSTERS } from '#lib/operators/api/resources.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import {
  CLUSTER,
  type KubeconfigWorld,
  NAMESPACE,
  startKubeconfigWorld,
} from '../../../test/operators/kubeconfig-world.ts'
import { clusterReconciler } from './cluster-reconciler.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const PLACE = { resource: CLUSTERS, namespace: NAMESPACE, name: CLUSTER }
let world: KubeconfigWorld

beforeAll(async () => {
  world = await startKubeconfigWorld()
})

afterAll(() => world.stop())

test.each([
  ['that may not be read', 403, '', 'KubeconfigUnreadable', 'Failed', 300],
  ['that is asked for too often', 429, '', 'ControlPlaneUnavailable', 'InProgress', 15],
  ['while the control plane is away', 503, '', 'ControlPlaneUnavailable', 'InProgress', 15],
  ['while the control plane goes away', 503, 'hap-secret-reader', 'ControlPlaneUnavailable', 'InProgress', 15],
])('a Secret %s (%i) is looked at again', async (_, status, userAgent, reason, ready, seconds) => {
  const seen = await world.client.get<Cluster>(PLACE)
  const now = world.clock.now()
  const { client, secrets } = world
  const match = { verb: 'get', resource: 'secrets', userAgent }
  world.control.faults.add({ match, times: 0, mishap: { type: 'status', status } })
  const { again } = await clusterReconciler({
    control: client,
    garden: client,
    clusters: { get: () => seen },
    requests: { get: () => null },
    project: { name: '', namespace: NAMESPACE },
    opener: { garden: client, secrets, version: 'test' },
    installation: 'test',
    events: { record: () => undefined },
    now: () => now,
    lateMs: 0,
  }).reconcile({ namespace: NAMESPACE, name: CLUSTER }, new AbortController().signal)
  world.control.faults.clear()
  const { conditions } = (await client.get<Cluster>(PLACE)).status ?? {}
  expect(findCondition(conditions, 'ClusterProvisioned')).toMatchObject({ status: 'Unknown', reason })
  expect(findCondition(conditions, 'Ready')).toMatchObject({ status: 'False', reason: ready })
  expect((again ?? 0) - now).toBe(seconds * 1000)
})
