import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { CLUSTERS } from '#lib/operators/api/resources.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { CLUSTER_ROLE_BINDINGS, listAll } from '#lib/operators/kubeconfig/steps/cluster-objects.ts'
import type { TargetOpener } from '#lib/operators/target/open-target.ts'
import { importedClusterContext } from '../../../test/operators/imported-cluster-context.ts'
import {
  ADMIN_SECRET,
  CLUSTER,
  type KubeconfigWorld,
  NAMESPACE,
  startKubeconfigWorld,
} from '../../../test/operators/kubeconfig-world.ts'
import { clusterReconciler, readySummary } from './cluster-reconciler.ts'
import { MANAGED_BY } from './shoot-metadata.ts'
import { clusterFinding } from './write-cluster-status.ts'

const accepted = clusterFinding('Accepted', 'True', 'SpecValid', 'valid')
const bound = clusterFinding('SubscriptionReady', 'True', 'SubscriptionBound', 'bound')
const running = clusterFinding('ClusterProvisioned', 'True', 'ShootReady', 'running')

test.each([
  ['everything is there', [accepted, bound, running], 'True', 'Ready', 'Cluster matches its spec.'],
  [
    'the account is waited for',
    [
      accepted,
      clusterFinding('SubscriptionReady', 'False', 'SubscriptionWaiting', 'empty'),
      clusterFinding('ClusterProvisioned', 'False', 'WaitingForSubscription', 'later'),
    ],
    'False',
    'Waiting',
    'empty',
  ],
  [
    'it is being made',
    [accepted, bound, clusterFinding('ClusterProvisioned', 'False', 'ShootCreating', '22 %')],
    'False',
    'InProgress',
    '22 %',
  ],
  [
    'it runs in trouble',
    [accepted, bound, clusterFinding('ClusterProvisioned', 'True', 'AccountUnauthorized', 'rights')],
    'False',
    'Failed',
    'rights',
  ],
  [
    'a change is forbidden',
    [accepted, bound, running, clusterFinding('SpecApplied', 'False', 'ChangeForbidden', 'no')],
    'False',
    'Failed',
    'no',
  ],
] as const)('when %s', (_, findings, status, reason, message) => {
  expect(readySummary(findings)).toEqual({ type: 'Ready', status, reason, message })
})

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const PLACE = { resource: CLUSTERS, namespace: NAMESPACE, name: CLUSTER }
let world: KubeconfigWorld

beforeAll(async () => {
  world = await startKubeconfigWorld()
})

afterAll(() => world.stop())

/** One run of the operator. Returns its requeue time. */
async function run(now: number, change: Partial<TargetOpener> = {}): Promise<number | null> {
  const seen = await world.client.get<Cluster>(PLACE)
  const context = importedClusterContext(world, seen)
  const { requeueAt } = await clusterReconciler({
    ...context,
    opener: { ...context.opener, ...change },
    now: () => now,
  }).reconcile({ namespace: NAMESPACE, name: CLUSTER }, new AbortController().signal)
  return requeueAt
}

async function condition(type: string) {
  return findCondition((await world.client.get<Cluster>(PLACE)).status?.conditions, type)
}

async function label(labels: Readonly<Record<string, string | null>>): Promise<void> {
  const place = { resource: SECRETS, namespace: NAMESPACE, name: ADMIN_SECRET }
  const { metadata } = await world.client.get<KubeObject>(place)
  await world.client.patch(place, { metadata: { labels } }, { resourceVersion: metadata?.resourceVersion ?? '' })
}

test.each([
  ['Gardener', 'gardener.cloud/role', 'Gardener uses it'],
  ['the pools', 'hyperscalerType', 'it contains the credentials of an account of a pool'],
])('a Secret of %s is refused until it changes', async (_, key, why) => {
  await label({ [key]: 'kubeconfig' })
  const now = world.clock.now()
  const again = await run(now)
  const message = `The Secret ${ADMIN_SECRET} is not used as the kubeconfig of a cluster: ${why} (see its label ${key}). Store the kubeconfig of an administrator in a separate Secret.`
  expect(await condition('ClusterProvisioned')).toMatchObject({ status: 'False', reason: 'KubeconfigRefused', message })
  expect(await condition('Ready')).toMatchObject({ status: 'False', reason: 'Failed', message })
  expect((again ?? 0) - now).toBe(300_000)
  await label({ [key]: null })
  await run(now)
  expect(await condition('Ready')).toMatchObject({ status: 'True', reason: 'Ready' })
})

test('a kubeconfig issued to a request cannot be imported', async () => {
  await world.apply('issued')
  await world.settle('issued')
  const { resourceVersion } = (await world.client.get<Cluster>(PLACE)).metadata
  const to = (name: string) => ({ spec: { kubeconfigSecretRef: { name, key: 'config' } } })
  await world.client.patch(PLACE, to('kubeconfig-issued'), { resourceVersion })
  await run(world.clock.now())
  expect(await condition('ClusterProvisioned')).toMatchObject({
    reason: 'KubeconfigRefused',
    message: expect.stringContaining('it was issued to a KubeconfigRequest'),
  })
  await world.apply('through-it')
  await world.settle('through-it')
  expect(await world.condition('through-it', 'ClusterReachable')).toBe('False ClusterUnreachable')
  expect(await world.condition('through-it', 'Ready')).toBe('False Waiting')
  expect(await world.kubeconfig('through-it')).toBeNull()
  const { resourceVersion: now } = (await world.client.get<Cluster>(PLACE)).metadata
  await world.client.patch(PLACE, to(ADMIN_SECRET), { resourceVersion: now })
})

test.each([
  ['that cannot be read', 403, '', 'KubeconfigUnreadable', 'Failed', 300],
  ['that is read too often', 429, '', 'ControlPlaneUnavailable', 'InProgress', 15],
  ['while the control plane is unavailable', 503, '', 'ControlPlaneUnavailable', 'InProgress', 15],
  ['while the control plane shuts down', 503, 'hap-secret-reader', 'ControlPlaneUnavailable', 'InProgress', 15],
])('a Secret %s (%i) is rechecked', async (_, status, userAgent, reason, ready, seconds) => {
  const now = world.clock.now()
  const match = { verb: 'get', resource: 'secrets', userAgent }
  world.control.faults.add({ match, times: 0, mishap: { type: 'status', status } })
  const again = await run(now)
  world.control.faults.clear()
  expect(await condition('ClusterProvisioned')).toMatchObject({ status: 'Unknown', reason })
  expect(await condition('Ready')).toMatchObject({ status: 'False', reason: ready })
  expect((again ?? 0) - now).toBe(seconds * 1000)
})

async function administer(administrators: readonly string[]): Promise<void> {
  const { resourceVersion } = (await world.client.get<Cluster>(PLACE)).metadata
  await world.client.patch(PLACE, { spec: { administrators } }, { resourceVersion })
}

async function provideKubeconfig(text: string): Promise<void> {
  const place = { resource: SECRETS, namespace: NAMESPACE, name: ADMIN_SECRET }
  const { metadata } = await world.client.get<KubeObject>(place)
  const data = { config: Buffer.from(text).toString('base64') }
  await world.client.patch(place, { data }, { resourceVersion: metadata?.resourceVersion ?? '' })
}

test('binds no administrators in the control plane under another name', async () => {
  await provideKubeconfig(world.control.kubeconfig('admin').replace('127.0.0.1', 'localhost'))
  await administer(['olga@example.com'])
  await run(world.clock.now())
  const again = await run(world.clock.now())
  const message = expect.stringContaining(`it serves the Cluster ${CLUSTER} with the same uid`)
  expect(await condition('ClusterProvisioned')).toMatchObject({ status: 'False', reason: 'KubeconfigInvalid', message })
  expect(await condition('Ready')).toMatchObject({ status: 'False', reason: 'Failed', message })
  expect((again ?? 0) - world.clock.now()).toBeLessThanOrEqual(300_000)
  const labelSelector = `${MANAGED_BY.key}=${MANAGED_BY.value}`
  const bindings = { resource: CLUSTER_ROLE_BINDINGS, namespace: null, labelSelector }
  expect(await listAll(world.client, bindings)).toEqual([])
  await provideKubeconfig(world.target.kubeconfig('admin'))
  await administer([])
})

test('a cluster that could not be compared with the control plane is Ready with a warning', async () => {
  const identity = { state: 'unverified', because: 'Nothing could be compared.' } as const
  await administer(['olga@example.com'])
  let identified = 0
  const identify = async () => {
    identified++
    return identity
  }
  const stub = { ownClusters: { identify, hasIdentified: () => identified > 0 } }
  for (let runs = 0; runs < 2; runs++) await run(world.clock.now(), stub)
  const warned = { status: 'True', reason: 'KubeconfigUnverified', message: identity.because }
  expect(await condition('ClusterProvisioned')).toMatchObject(warned)
  expect(await condition('Ready')).toMatchObject({ status: 'True', reason: 'Ready' })
  await run(world.clock.now(), stub)
  expect(await condition('ClusterProvisioned')).toMatchObject(warned)
  expect(identified).toBe(1)
  // Another process repeats the comparison.
  await run(world.clock.now())
  expect(await condition('ClusterProvisioned')).toMatchObject({ reason: 'KubeconfigProvided' })
  await provideKubeconfig('nothing')
  await run(world.clock.now())
  const { message } = (await condition('ClusterProvisioned')) ?? {}
  expect(message).toMatch(/remain; remove them with: kubectl delete clusterrolebindings -l \S+$/)
})
