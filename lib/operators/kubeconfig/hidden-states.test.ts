import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import { CLUSTERS, KUBECONFIG_REQUESTS, REVOKE_ANNOTATION, ROTATE_ANNOTATION } from '#lib/operators/api/resources.ts'
import { startKubeconfigController } from '../../../test/operators/kubeconfig-controller.ts'
import {
  CLUSTER,
  type KubeconfigWorld,
  NAMESPACE,
  startKubeconfigWorld,
} from '../../../test/operators/kubeconfig-world.ts'
import { Veil } from '../../../test/operators/veil.ts'
import { sweepClusters } from './sweep-clusters.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const MAPS = '/api/v1/configmaps'
const PODS = { clusterRole: { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] } }
const failures: unknown[] = []
let world: KubeconfigWorld
let veil: Veil
let running: { stop(): Promise<void> }

beforeAll(async () => {
  world = await startKubeconfigWorld()
  veil = new Veil(world.client)
  running = startKubeconfigController(world, error => failures.push(error), veil.watching)
})

afterAll(async () => {
  await running.stop()
  await world.stop()
})

const soon = <T>(look: () => Promise<T> | T) => expect.poll(look, { timeout: 20_000 })
const placeOf = (name: string) => ({ resource: KUBECONFIG_REQUESTS, namespace: NAMESPACE, name })
const secretOf = (name: string) => ({ resource: SECRETS, namespace: NAMESPACE, name: `kubeconfig-${name}` })
const issuesOf = async (name: string) =>
  (await world.traces()).filter(each => each.startsWith(`Secret hap-access/hap-${name}-`)).map(each => each.slice(-2))

/** Issues a kubeconfig and hides later changes from the operator. Returns the kubeconfig. */
async function hidden(name: string, happenings: () => Promise<unknown>): Promise<string> {
  await world.apply(name)
  await soon(() => world.condition(name, 'Ready')).toBe('True Issued')
  const old = (await world.kubeconfig(name)) ?? ''
  const before = veil.hidden
  await veil.hide(async () => {
    await happenings()
    await soon(() => veil.hidden).toBeGreaterThan(before)
    expect(await world.answer(old, MAPS)).toBe(200)
  })
  return old
}

test('a rotation requested, withdrawn and requested again happens once', async () => {
  const old = await hidden('wavering', async () => {
    await world.annotate('wavering', ROTATE_ANNOTATION, 'true')
    await world.annotate('wavering', ROTATE_ANNOTATION, null)
    await world.annotate('wavering', ROTATE_ANNOTATION, 'true')
  })
  await soon(() => world.condition('wavering', 'Ready')).toBe('True Rotated')
  expect(await world.kubeconfig('wavering')).not.toBe(old)
  expect(await issuesOf('wavering')).toEqual(['-1', '-2'])
})

test('a revocation wins over a rotation and other rules', async () => {
  const old = await hidden('hasty', async () => {
    await world.annotate('hasty', ROTATE_ANNOTATION, 'true')
    await world.edit('hasty', PODS)
    await world.annotate('hasty', REVOKE_ANNOTATION, 'true')
  })
  await soon(() => world.condition('hasty', 'Revoked')).toBe('True TokenRefused')
  expect(await world.answer(old, MAPS)).toBe(401)
  expect(await world.kubeconfig('hasty')).toBeNull()
  expect((await world.traces()).filter(each => each.includes('hap-hasty-'))).toEqual([])
})

test('rules that were widened and narrowed are those requested last', async () => {
  const old = await hidden('breathing', async () => {
    const all = { rules: [{ apiGroups: [''], resources: ['configmaps', 'pods', 'services'], verbs: ['get', 'list'] }] }
    await world.edit('breathing', { clusterRole: all })
    await world.edit('breathing', PODS)
  })
  await soon(() => world.answer(old, MAPS)).toBe(403)
  await soon(async () => (await world.request('breathing')).status?.observedGeneration).toBe(3)
  expect(await world.kubeconfig('breathing')).toBe(old)
})

test('a recreated request gets separate access, and that of its predecessor ends', async () => {
  const old = await hidden('twice', async () => {
    await world.delete('twice')
    const { metadata } = await world.request('twice')
    await world.client.patch(placeOf('twice'), { metadata: { finalizers: [] } }, metadata)
    // Acts like the garbage collector.
    await world.client.delete(secretOf('twice'))
    await world.apply('twice', PODS)
  })
  await soon(() => world.condition('twice', 'Ready')).toBe('True Issued')
  const young = await world.kubeconfig('twice')
  expect(young).not.toBe(old)
  expect(await world.answer(young, MAPS)).toBe(403)
  const clusters = [{ namespace: NAMESPACE, name: CLUSTER }]
  const { errors } = await sweepClusters(world.context(), clusters, AbortSignal.timeout(20_000))
  expect(errors).toEqual([])
  expect(await world.answer(old, MAPS)).toBe(401)
  expect(await issuesOf('twice')).toEqual(['-1'])
})

test('a Secret deleted and restored by another client is not trusted', async () => {
  const old = await hidden('swapped', async () => {
    await world.client.delete(secretOf('swapped'))
    await world.client.create(secretOf('swapped'), { metadata: { name: 'kubeconfig-swapped' } })
  })
  await soon(() => world.condition('swapped', 'Ready')).toBe('False Failed')
  await world.client.delete(secretOf('swapped'))
  await soon(() => world.condition('swapped', 'Ready')).toBe('True Issued')
  expect(await world.answer(await world.kubeconfig('swapped'), MAPS)).toBe(200)
  await world.annotate('swapped', REVOKE_ANNOTATION, 'true')
  await soon(() => world.condition('swapped', 'Revoked')).toBe('True TokenRefused')
  expect((await world.traces()).filter(each => each.includes('hap-swapped-'))).toEqual([])
  expect(await world.answer(old, MAPS)).toBe(401)
})

test('a recreated Cluster for the same cluster preserves its requests', async () => {
  const place = { resource: CLUSTERS, namespace: NAMESPACE, name: CLUSTER }
  await hidden('moved', async () => {
    const { spec } = await world.client.get<KubeObject & { spec: object }>(place)
    await world.client.delete(place)
    await world.client.create(place, { metadata: { name: CLUSTER }, spec } as KubeObject)
  })
  await soon(async () => world.answer(await world.kubeconfig('moved'), MAPS)).toBe(200)
  await soon(() => world.condition('moved', 'ClusterReachable')).toBe('True Reachable')
})

test('only outdated writes failed', () => {
  const others = failures.filter(error => !(error instanceof GardenError && error.kind === 'conflict'))
  expect(others.map(String)).toEqual([])
})
