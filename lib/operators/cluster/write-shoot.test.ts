import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { bindingResource } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { CLUSTERS } from '#lib/operators/api/resources.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import {
  CLUSTER,
  type KubeconfigWorld,
  NAMESPACE,
  startKubeconfigWorld,
} from '../../../test/operators/kubeconfig-world.ts'
import type { ClusterContext } from './cluster-context.ts'
import type { ShootManifest } from './shoot-manifest.ts'
import { fingerprintOf, readBinding, writeShoot } from './write-shoot.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const NOW = Date.parse('2026-11-23T12:00:00Z')
const BINDING = { kind: 'SecretBinding', namespace: NAMESPACE, name: 'a' } as const
const PLACE = { ...BINDING, resource: bindingResource(BINDING.kind) }
const selector = { alternatives: [{ kind: 'dedicated', globalAccount: 't-1' }], globalAccount: 't-1' } as const
const manifest = { metadata: { name: 'c-1', annotations: {} }, spec: {} } as unknown as ShootManifest
const signal = new AbortController().signal
let world: KubeconfigWorld

beforeAll(async () => {
  world = await startKubeconfigWorld()
  world.control.loadAll([
    { apiVersion: 'v1', kind: 'Secret', metadata: { namespace: NAMESPACE, name: 'a', uid: 'uid-of-secret' } },
    {
      apiVersion: 'core.gardener.cloud/v1beta1',
      kind: 'SecretBinding',
      metadata: { namespace: NAMESPACE, name: 'a', uid: 'uid-a', labels: { tenantName: 't-1' } },
      secretRef: { namespace: NAMESPACE, name: 'a' },
    },
  ])
})

afterAll(() => world.stop())

/** One attempt that Gardener refuses; `between` runs after the refusal and before the next read. */
async function refused(fault: { status: number; reason?: string; text?: string }, between = async () => undefined) {
  const { client } = world
  const cluster = await client.get<Cluster>({ resource: CLUSTERS, namespace: NAMESPACE, name: CLUSTER })
  const apply: GardenClient['apply'] = async (...args) => {
    try {
      return await client.apply(...args)
    } finally {
      await between()
    }
  }
  const context = {
    control: client,
    garden: { ...client, apply },
    project: { name: '', namespace: NAMESPACE },
    now: () => NOW,
  } as unknown as ClusterContext
  const attempt = { manifest, binding: BINDING, claim: null, selector, profile: { spec: {} }, existing: null }
  world.control.faults.add({ match: { verb: 'patch' }, mishap: { type: 'status', ...fault } })
  const written = await writeShoot(context, { ...attempt, cluster }, signal)
  world.control.faults.clear()
  return {
    refusal: 'refusal' in written ? written.refusal : null,
    now: fingerprintOf(attempt, await readBinding(context, BINDING, signal)),
  }
}

test('a binding repaired just after a refusal differs from the refused one', async () => {
  const before = await refused({ status: 422 })
  expect(before.refusal?.fingerprint).toBe(before.now)
  const repaired = await refused({ status: 422 }, async () => {
    const { metadata } = await world.client.get<KubeObject>(PLACE)
    const resourceVersion = metadata?.resourceVersion ?? ''
    world.control.faults.clear()
    await world.client.patch(PLACE, { metadata: { annotations: { repaired: 'true' } } }, { resourceVersion })
  })
  expect(repaired.refusal?.fingerprint).toBe(before.now)
  expect(repaired.now).not.toBe(before.now)
})

test.each([
  ['is marked dirty', 'AccountDirty', { dirty: 'true' }],
  ['has lost its tenant', 'AccountUnfit', { tenantName: null }],
])('no shoot is created on an account that %s, but an existing one is still updated', async (_, reason, labels) => {
  const label = async (change: Readonly<Record<string, string | null>>) => {
    const { metadata } = await world.client.get<KubeObject>(PLACE)
    const resourceVersion = metadata?.resourceVersion ?? ''
    await world.client.patch(PLACE, { metadata: { labels: change } }, { resourceVersion })
  }
  onTestFinished(() => label({ dirty: null, tenantName: 't-1' }))
  await label(labels)
  const { client } = world
  const cluster = await client.get<Cluster>({ resource: CLUSTERS, namespace: NAMESPACE, name: CLUSTER })
  const apply = vi.fn<GardenClient['apply']>().mockResolvedValue({})
  const project = { name: '', namespace: NAMESPACE }
  const context = {
    control: client,
    garden: { ...client, apply },
    project,
    now: () => NOW,
  } as unknown as ClusterContext
  const order = { cluster, manifest, binding: BINDING, claim: null, selector, profile: { spec: {} } }
  expect(await writeShoot(context, { ...order, existing: null }, signal)).toMatchObject({ unfit: { reason } })
  expect(apply).not.toHaveBeenCalled()
  expect(await writeShoot(context, { ...order, existing: { metadata: { uid: 'u' } } }, signal)).toEqual({ shoot: {} })
})

test('no shoot is created on a deleted binding, because another one may get its name', async () => {
  const { client } = world
  const cluster = await client.get<Cluster>({ resource: CLUSTERS, namespace: NAMESPACE, name: CLUSTER })
  const apply = vi.fn<GardenClient['apply']>().mockResolvedValue({})
  const project = { name: '', namespace: NAMESPACE }
  const context = {
    control: client,
    garden: { ...client, apply },
    project,
    now: () => NOW,
  } as unknown as ClusterContext
  const binding = { ...BINDING, name: 'gone' }
  const order = { cluster, manifest, binding, claim: null, selector, profile: { spec: {} }, existing: null }
  expect(await writeShoot(context, order, signal)).toEqual({
    unfit: {
      reason: 'AccountUnfit',
      message:
        'gone no longer exists. No cluster is created on it. To get another account, delete the Cluster and create a new one.',
    },
  })
  expect(apply).not.toHaveBeenCalled()
})

test.each([
  ['may not be read', { status: 403, reason: 'Forbidden' }, { kind: 'forbidden' }],
  ['is of a kind that is not served', { status: 404, text: '404 page not found' }, { kind: 'not-served' }],
])('creates no shoot on a binding that %s, but still updates one', async (_, fault, error) => {
  const { client } = world
  const cluster = await client.get<Cluster>({ resource: CLUSTERS, namespace: NAMESPACE, name: CLUSTER })
  const apply = vi.fn<GardenClient['apply']>().mockResolvedValue({})
  const project = { name: '', namespace: NAMESPACE }
  const context = {
    control: client,
    garden: { ...client, apply },
    project,
    now: () => NOW,
  } as unknown as ClusterContext
  const match = { verb: 'get', resource: 'secretbindings.core.gardener.cloud' } as const
  world.control.faults.add({ match, times: 0, mishap: { type: 'status', ...fault } })
  onTestFinished(() => world.control.faults.clear())
  const order = { cluster, manifest, binding: BINDING, claim: null, selector, profile: { spec: {} } }
  await expect(writeShoot(context, { ...order, existing: null }, signal)).rejects.toMatchObject(error)
  expect(apply).not.toHaveBeenCalled()
  expect(await writeShoot(context, { ...order, existing: { metadata: { uid: 'u' } } }, signal)).toEqual({ shoot: {} })
})

test('creates no shoot when the claim of the account no longer exists', async () => {
  const { client } = world
  const cluster = await client.get<Cluster>({ resource: CLUSTERS, namespace: NAMESPACE, name: CLUSTER })
  const apply = vi.fn<GardenClient['apply']>().mockResolvedValue({})
  const claims = { get: () => Promise.reject(new ClaimError(404, 'There is no such claim.')) }
  const context = {
    control: client,
    garden: { ...client, apply },
    claims,
    project: { name: '', namespace: NAMESPACE },
    now: () => NOW,
  } as unknown as ClusterContext
  const order = { cluster, manifest, binding: BINDING, claim: 'c', selector, profile: { spec: {} }, existing: null }
  expect(await writeShoot(context, order, signal)).toEqual({
    unfit: {
      reason: 'AccountUnfit',
      message:
        'The claim of a no longer exists. No cluster is created on it. To get another account, delete the Cluster and create a new one.',
    },
  })
  expect(apply).not.toHaveBeenCalled()
})

test.each([
  ['an admission rule', '2026-11-23T13:00:00Z', { status: 403, reason: 'Forbidden' }],
  ['the rights of the operator', '2026-11-23T13:00:00Z', { status: 403, text: 'no' }],
  ['an invalid manifest', undefined, { status: 422, reason: 'Invalid' }],
])('a refusal because of %s is retried only after a while: %s', async (_, againAt, fault) => {
  expect((await refused(fault)).refusal?.againAt).toBe(againAt)
})

test('a change, wake-up or recreation of the shoot changes the fingerprint; progress of its operation does not', async () => {
  const of = (metadata: object, status: object) =>
    fingerprintOf({ manifest, profile: { spec: {} }, existing: { metadata, status } }, { version: '1' })
  const asleep = { hibernated: true, lastOperation: { progress: 1 } }
  const before = of({ uid: 'a', generation: 1, resourceVersion: '1' }, asleep)
  const later = { ...asleep, lastOperation: { progress: 2 } }
  expect(of({ uid: 'a', generation: 1, resourceVersion: '2' }, later)).toBe(before)
  expect(of({ uid: 'a', generation: 2 }, asleep)).not.toBe(before)
  expect(of({ uid: 'a', generation: 1 }, { ...asleep, hibernated: false })).not.toBe(before)
  expect(of({ uid: 'b', generation: 1 }, asleep)).not.toBe(before)
})

test('a rejection by admission that just started is not a refusal', async () => {
  const message = 'shoots.core.gardener.cloud "c-1" is forbidden: not yet ready to handle request'
  const text = JSON.stringify({ kind: 'Status', status: 'Failure', reason: 'Forbidden', code: 403, message })
  await expect(refused({ status: 403, text })).rejects.toMatchObject({ kind: 'unavailable' })
})
