import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import { CLUSTERS, REVOKE_ANNOTATION, ROTATE_ANNOTATION } from '#lib/operators/api/resources.ts'
import { findTarget } from '#lib/operators/target/find-target.ts'
import {
  ADMIN_SECRET,
  CLUSTER,
  type KubeconfigWorld,
  NAMESPACE,
  startKubeconfigWorld,
} from '../../../test/operators/kubeconfig-world.ts'
import type { CrashPoint } from './state/step.ts'
import { sweepCluster } from './sweep-clusters.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const MAPS = '/api/v1/configmaps'
const signal = new AbortController().signal
let world: KubeconfigWorld

beforeAll(async () => {
  world = await startKubeconfigWorld()
})

afterAll(() => world.stop())

async function issued(name: string): Promise<string | null> {
  await world.apply(name)
  await world.settle(name)
  return world.kubeconfig(name)
}

const secretOf = (name: string) => ({ resource: SECRETS, namespace: NAMESPACE, name: `kubeconfig-${name}` })

/** Makes the Secret foreign. */
async function disown(name: string): Promise<void> {
  const { metadata } = await world.client.get<KubeObject>(secretOf(name))
  const change = { metadata: { ownerReferences: null } as object }
  await world.client.patch(secretOf(name), change, { resourceVersion: metadata?.resourceVersion ?? '' })
}

async function replace(name: string): Promise<void> {
  const place = secretOf(name)
  await world.client.delete(place)
  await world.client.create(place, { metadata: { name: place.name }, type: 'Opaque' } as KubeObject)
}

async function messageOf(name: string, type: string): Promise<string | undefined> {
  return (await world.request(name)).status?.conditions?.find(each => each.type === type)?.message
}

async function sweep(): Promise<number> {
  const found = await findTarget(world.context(), { namespace: NAMESPACE, name: CLUSTER })
  if (found.state !== 'found') throw new Error(`The cluster is ${found.state}.`)
  return sweepCluster(world.context(), found.place, signal)
}

/** An operator that pauses at a crash point until it is resumed. */
function stalledAt(point: CrashPoint) {
  let arrive: () => void = () => undefined
  let go: () => void = () => undefined
  const arrived = new Promise<void>(resolve => {
    arrive = resolve
  })
  const released = new Promise<void>(resolve => {
    go = resolve
  })
  const reached = async (at: CrashPoint) => {
    if (at !== point) return
    arrive()
    await released
  }
  return { arrived, go: () => go(), reached }
}

describe('a revocation', () => {
  test('ends one kubeconfig, proves it, and does not affect others', async () => {
    const [mine, other] = [await issued('mine'), await issued('other')]
    await world.annotate('mine', REVOKE_ANNOTATION, 'true')
    await world.settle('mine')
    expect(await world.answer(mine, MAPS)).toBe(401)
    expect(await world.answer(other, MAPS)).toBe(200)
    const { status } = await world.request('mine')
    expect(status?.revokedAt).toBeDefined()
    expect(status?.refusedAfterSeconds).toBeGreaterThanOrEqual(0)
    expect(status).not.toHaveProperty('kubeconfigSecretRef')
    expect(await world.condition('mine', 'Revoked')).toBe('True TokenRefused')
    expect(await world.condition('mine', 'Ready')).toBe('False Revoked')
    expect(await world.kubeconfig('mine')).toBeNull()
    expect((await world.traces()).filter(each => each.includes('mine'))).toEqual([])
  })

  test('is permanent: without the annotation, with a rotation, with another spec', async () => {
    await world.annotate('mine', REVOKE_ANNOTATION, null)
    await world.annotate('mine', ROTATE_ANNOTATION, 'true')
    await world.edit('mine', { expiration: 900 })
    await world.settle('mine')
    expect(await world.kubeconfig('mine')).toBeNull()
    expect(await world.condition('mine', 'Ready')).toBe('False Revoked')
    expect((await world.traces()).filter(each => each.includes('mine'))).toEqual([])
  })

  test('is permanent with its proof even after a deletion of its Secret', async () => {
    const { status: proved } = await world.request('mine')
    const told = world.events.length
    world.clock.skip(90_000)
    await world.client.delete(secretOf('mine'))
    await world.settle('mine')
    expect(await world.kubeconfig('mine')).toBeNull()
    expect((await world.traces()).filter(each => each.includes('mine'))).toEqual([])
    expect(proved?.refusedAfterSeconds).toBeDefined()
    expect((await world.request('mine')).status).toEqual(proved)
    expect(world.events.slice(told)).toEqual([])
  })

  test('is permanent even after a replacement of its Secret', async () => {
    const { status: proved } = await world.request('mine')
    const { name } = secretOf('mine')
    await world.client.delete(secretOf('mine'))
    await world.client.create(secretOf('mine'), { metadata: { name }, type: 'Opaque' } as KubeObject)
    await world.settle('mine')
    const { status } = await world.request('mine')
    expect(status).toMatchObject({ revokedAt: proved?.revokedAt, refusedAfterSeconds: proved?.refusedAfterSeconds })
    expect(await world.condition('mine', 'Revoked')).toBe('True TokenRefused')
    await world.client.delete(secretOf('mine'))
    await world.settle('mine')
    expect(await world.kubeconfig('mine')).toBeNull()
    expect(await messageOf('mine', 'Revoked')).toBe(proved?.conditions?.find(({ type }) => type === 'Revoked')?.message)
  })

  test('does not claim that nothing was issued after a deletion of the record', async () => {
    const old = await issued('forgotten')
    world.target.faults.add({ times: 0, mishap: { type: 'status', status: 503 } })
    await world.client.delete(secretOf('forgotten'))
    // The last known token has expired, and the cluster is inaccessible.
    world.clock.skip(2 * 3600_000)
    await expect(world.run('forgotten')).rejects.toMatchObject({ kind: 'unavailable' })
    await world.annotate('forgotten', REVOKE_ANNOTATION, 'true')
    await expect(world.run('forgotten')).rejects.toMatchObject({ kind: 'unavailable' })
    world.target.faults.clear()
    await world.settle('forgotten')
    expect(await world.condition('forgotten', 'Revoked')).toBe('True Untried')
    const { status } = await world.request('forgotten')
    expect(status).not.toHaveProperty('refusedAfterSeconds')
    expect(status).not.toHaveProperty('issuedAt')
    expect(await world.answer(old, MAPS)).toBe(401)
    expect((await world.traces()).filter(each => each.includes('forgotten'))).toEqual([])
  })

  test.each([
    ['took the mark of its owner off', 'taken', disown],
    ['put another in its place', 'replaced', replace],
  ])('is executed where another actor %s, and completes once that Secret is gone', async (_, name, take) => {
    const old = await issued(name)
    await take(name)
    await world.annotate(name, REVOKE_ANNOTATION, 'true')
    await world.settle(name)
    expect(await world.answer(old, MAPS)).toBe(401)
    expect((await world.traces()).filter(each => each.includes(name))).toEqual([])
    expect(await world.condition(name, 'Revoked')).toBe('False SecretForeign')
    expect(await messageOf(name, 'Revoked')).toMatch(
      /^Roles, Secrets and service account are deleted\. Its Secret belongs to/,
    )
    expect(await world.condition(name, 'Ready')).toBe('False Failed')
    await world.client.delete(secretOf(name))
    await world.settle(name)
    expect(await world.condition(name, 'Revoked')).toBe('True Untried')
    expect((await world.traces()).filter(each => each.includes(name))).toEqual([])
  })

  test('is retried for an inaccessible cluster and a foreign Secret', async () => {
    const old = await issued('stuck')
    await disown('stuck')
    world.target.faults.add({ times: 0, mishap: { type: 'status', status: 503 } })
    await world.annotate('stuck', REVOKE_ANNOTATION, 'true')
    await expect(world.run('stuck')).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await world.condition('stuck', 'Revoked')).toBe('False ClusterUnreachable')
    world.target.faults.clear()
    await world.settle('stuck')
    expect(await world.answer(old, MAPS)).toBe(401)
    expect(await world.condition('stuck', 'Revoked')).toBe('False SecretForeign')
  })

  test('wins over a rotation requested at the same time', async () => {
    const old = await issued('both')
    await world.annotate('both', ROTATE_ANNOTATION, 'true')
    await world.annotate('both', REVOKE_ANNOTATION, 'true')
    await world.settle('both')
    expect(await world.kubeconfig('both')).toBeNull()
    expect(await world.answer(old, MAPS)).toBe(401)
  })

  test('of a request without a kubeconfig prevents it from getting one', async () => {
    await world.apply('never')
    await world.annotate('never', REVOKE_ANNOTATION, 'true')
    await world.settle('never')
    expect(await world.condition('never', 'Revoked')).toBe('True NothingIssued')
    expect(await world.kubeconfig('never')).toBeNull()
  })

  test('waits for the server that still accepts the old token from its cache', async () => {
    const old = await issued('cached')
    // Like a cache: the token is accepted although its account is deleted.
    world.target.faults.add({
      match: { verb: 'get', resource: '/apis', userAgent: 'hap-console/test (revocation probe)' },
      times: 3,
      mishap: { type: 'status', status: 403 },
    })
    await world.annotate('cached', REVOKE_ANNOTATION, 'true')
    const again = await world.run('cached')
    expect(await world.condition('cached', 'Revoked')).toBe('False Revoking')
    expect(again).toBeGreaterThan(world.clock.now())
    expect(await world.answer(old, MAPS)).toBe(401)
    await world.settle('cached')
    expect(await world.condition('cached', 'Revoked')).toBe('True TokenRefused')
    expect((await world.request('cached')).status?.refusedAfterSeconds).toBeGreaterThanOrEqual(2)
  })

  test.each([
    ['no-text', () => 'no kubeconfig'],
    ['other-token', (old: string | null) => (old ?? '').replace(/token: .+/, 'token: another')],
  ])('is not proved by a replaced kubeconfig (%s)', async (name, other) => {
    const old = await issued(name)
    const place = secretOf(name)
    const { metadata } = await world.client.get<KubeObject>(place)
    const data = { config: Buffer.from(other(old)).toString('base64') }
    await world.client.patch(place, { data }, { resourceVersion: metadata?.resourceVersion ?? '' })
    await world.annotate(name, REVOKE_ANNOTATION, 'true')
    await world.settle(name)
    expect(await world.condition(name, 'Revoked')).toBe('True Untried')
    expect(await world.answer(old, MAPS)).toBe(401)
  })

  test('of an unresponsive cluster is retried and reported', async () => {
    const old = await issued('away')
    world.target.faults.add({ times: 0, mishap: { type: 'status', status: 503 } })
    await world.annotate('away', REVOKE_ANNOTATION, 'true')
    await expect(world.run('away')).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await world.condition('away', 'Revoked')).toBe('False ClusterUnreachable')
    expect(await world.condition('away', 'ClusterReachable')).toBe('False ClusterUnreachable')
    world.target.faults.clear()
    await world.settle('away')
    expect(await world.condition('away', 'Revoked')).toBe('True TokenRefused')
    expect(await world.answer(old, MAPS)).toBe(401)
  })
})

describe('a suspended operator', () => {
  test('publishes nothing after a revocation', async () => {
    const old = await issued('late')
    await world.annotate('late', ROTATE_ANNOTATION, 'true')
    const stalled = stalledAt('after-token')
    const late = world.run('late', { reached: stalled.reached }).catch((error: unknown) => error)
    await stalled.arrived
    await world.annotate('late', REVOKE_ANNOTATION, 'true')
    await world.settle('late')
    stalled.go()
    expect(await late).toMatchObject({ kind: 'conflict' })
    expect(await world.kubeconfig('late')).toBeNull()
    expect(await world.answer(old, MAPS)).toBe(401)
  })

  test.each(['after-namespace', 'after-account', 'after-role', 'after-anchor', 'after-token'] as const)(
    'leaves nothing of a deleted request that a sweep would miss (%s)',
    async point => {
      await world.apply('gone')
      const stalled = stalledAt(point)
      const late = world.run('gone', { reached: stalled.reached }).catch((error: unknown) => error)
      const where = await Promise.race([stalled.arrived.then(() => 'stalled'), late.then(() => 'through')])
      // The namespaces exist after the first of these requests.
      if (point === 'after-namespace') expect(where).toBe('through')
      await world.delete('gone')
      await world.settle('gone')
      stalled.go()
      await late
      expect(await world.kubeconfig('gone')).toBeNull()
      await sweep()
      expect((await world.traces()).filter(each => each.includes('gone'))).toEqual([])
      expect((await world.traces()).some(each => each.includes('other'))).toBe(true)
    },
  )
})

test('a recreated cluster of the same name gets a new kubeconfig', async () => {
  const old = await world.kubeconfig('other')
  await world.recreate()
  // The recreation is invisible from outside until the next inspection.
  world.clock.skip(7 * 3600_000)
  await world.settle('other')
  const young = await world.kubeconfig('other')
  expect(young).not.toBe(old)
  expect(await world.answer(young, MAPS)).toBe(200)
  expect(await world.condition('other', 'Ready')).toBe('True Rotated')
})

test('a request for an imported cluster without a Secret stays until its access has expired', async () => {
  const old = await issued('locked')
  const place = { resource: SECRETS, namespace: NAMESPACE, name: ADMIN_SECRET }
  await world.client.delete(place)
  await world.settle('locked')
  expect(await world.condition('locked', 'Ready')).toBe('False Waiting')
  await world.delete('locked')
  const until = await world.settle('locked')
  expect(await world.answer(old, MAPS)).toBe(200)
  world.clock.skip((until ?? 0) - world.clock.now())
  expect(await world.answer(old, MAPS)).toBe(401)
  await world.settle('locked')
  await expect(world.request('locked')).rejects.toThrow('does not exist')
})

test('access has not ended while an older token works, although the newest has expired', async () => {
  const place = { resource: SECRETS, namespace: NAMESPACE, name: ADMIN_SECRET }
  const config = Buffer.from(world.target.kubeconfig('admin')).toString('base64')
  await world.client.create(place, { metadata: { name: ADMIN_SECRET }, data: { config } } as KubeObject)
  const names = ['shortened', 'shortened-too']
  const old: (string | null)[] = []
  for (const name of names) {
    old.push(await issued(name))
    await world.edit(name, { expiration: 600 })
    await world.settle(name)
  }
  await world.client.delete(place)
  await world.annotate('shortened', REVOKE_ANNOTATION, 'true')
  await world.settle('shortened')
  await world.delete('shortened-too')
  await world.settle('shortened-too')
  world.clock.skip(20 * 60_000)
  const answers = () => Promise.all(old.map(each => world.answer(each, MAPS)))
  for (const name of names) {
    expect(await world.answer(await world.kubeconfig(name), MAPS)).toBe(401)
    await world.settle(name)
  }
  expect(await answers()).toEqual([200, 200])
  expect(await world.condition('shortened', 'Revoked')).toBe('False ClusterUnreachable')
  expect((await world.request('shortened-too')).metadata.deletionTimestamp).toBeDefined()
  world.clock.skip(41 * 60_000)
  for (const name of names) await world.settle(name)
  expect(await answers()).toEqual([401, 401])
  expect(await world.condition('shortened', 'Revoked')).toBe('True Expired')
  await expect(world.request('shortened-too')).rejects.toThrow('does not exist')
})

test('requests of a deleted cluster are reported, and can be deleted', async () => {
  await world.client.delete({ resource: CLUSTERS, namespace: NAMESPACE, name: CLUSTER })
  await world.settle('other')
  expect(await world.condition('other', 'ClusterReachable')).toBe('False ClusterNotFound')
  expect(await world.condition('other', 'Ready')).toBe('False Failed')
  await world.delete('other')
  await world.settle('other')
  await expect(world.request('other')).rejects.toThrow('does not exist')
})
