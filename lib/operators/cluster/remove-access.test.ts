import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import {
  ABANDON_ANNOTATION,
  CLUSTERS,
  KUBECONFIG_LABELS,
  KUBECONFIG_MANAGER,
  KUBECONFIG_REQUESTS,
  REVOKE_ANNOTATION,
} from '#lib/operators/api/resources.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { CLUSTER_ROLE_BINDINGS, listAll, SERVICE_ACCOUNTS } from '#lib/operators/kubeconfig/steps/cluster-objects.ts'
import { importedClusterContext } from '../../../test/operators/imported-cluster-context.ts'
import { type KubeconfigWorld, NAMESPACE, startKubeconfigWorld } from '../../../test/operators/kubeconfig-world.ts'
import { clusterReconciler } from './cluster-reconciler.ts'
import { MANAGED_BY as MANAGED_BY_CLUSTERS } from './shoot-metadata.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const MAPS = '/api/v1/configmaps'
const MINUTE = 60_000
const signal = new AbortController().signal
let world: KubeconfigWorld
const events: string[] = []

beforeAll(async () => {
  world = await startKubeconfigWorld()
})

afterAll(() => world.stop())

const placeOf = (name: string) => ({ resource: CLUSTERS, namespace: NAMESPACE, name })
const secretOf = (name: string) => ({ resource: SECRETS, namespace: NAMESPACE, name: `admin-of-${name}` })

async function read(name: string): Promise<Cluster | null> {
  const found = await listAll<Cluster>(world.client, { resource: CLUSTERS, namespace: NAMESPACE })
  return found.find(({ metadata }) => metadata.name === name) ?? null
}

async function putSecret(name: string): Promise<void> {
  const config = Buffer.from(world.target.kubeconfig('admin')).toString('base64')
  const secret = { metadata: { name: secretOf(name).name }, type: 'Opaque', data: { config } } as KubeObject
  await world.client.create({ resource: SECRETS, namespace: NAMESPACE }, secret)
}

/** One run of the Cluster operator. Returns its requeue time. */
async function run(name: string, until = signal): Promise<number | null> {
  const seen = await read(name)
  const reconciler = clusterReconciler({
    ...importedClusterContext(world, seen),
    events: { record: (_kind, _object, { type, reason, note }) => void events.push(`${type} ${reason}: ${note}`) },
  })
  return (await reconciler.reconcile({ namespace: NAMESPACE, name }, until)).requeueAt
}

/** An imported Cluster whose requests have kubeconfigs for the same cluster. */
async function bring(name: string, requests: readonly string[], administrators: readonly string[] = []): Promise<void> {
  await putSecret(name)
  const spec = { kubeconfigSecretRef: { name: secretOf(name).name, key: 'config' }, administrators }
  await world.client.create({ resource: CLUSTERS, namespace: NAMESPACE }, { metadata: { name }, spec } as KubeObject)
  await run(name)
  for (const request of requests) {
    await world.apply(request, { cluster: name })
    await world.settle(request)
    expect(await world.condition(request, 'Ready')).toBe('True Issued')
  }
}

const remove = (name: string) => world.client.delete(placeOf(name))

async function removed(name: string): Promise<string> {
  const { status } = (await read(name)) ?? {}
  const { reason, message } = findCondition(status?.conditions, 'AccessRemoved') ?? {}
  expect(findCondition(status?.conditions, 'Ready')).toMatchObject({ status: 'False', reason: 'Deleting', message })
  return `${reason}: ${message}`
}

const messageOf = async (name: string, type: string) =>
  (await world.request(name)).status?.conditions?.find(each => each.type === type)?.message

const tracesOf = async (name: string) => (await world.traces()).filter(each => each.includes(`hap-${name}-`))

async function administrators(): Promise<number> {
  const labelSelector = `${MANAGED_BY_CLUSTERS.key}=${MANAGED_BY_CLUSTERS.value}`
  return (await listAll(world.inside, { resource: CLUSTER_ROLE_BINDINGS, namespace: null, labelSelector })).length
}

async function abandon(name: string): Promise<void> {
  const { resourceVersion = '' } = (await read(name))?.metadata ?? {}
  await world.client.patch(
    placeOf(name),
    { metadata: { annotations: { [ABANDON_ANNOTATION]: 'true' } } },
    { resourceVersion },
  )
}

describe('a deleted imported Cluster', () => {
  test('removes all its access from the cluster before its deletion, and no other access', async () => {
    await bring('left', ['one', 'two'], ['user.id@sap.com'])
    await bring('stays', ['three'])
    const kubeconfigs = await Promise.all(['one', 'two', 'three'].map(name => world.kubeconfig(name)))
    await remove('left')
    await run('left')
    expect(await removed('left')).toMatch(/^RequestsEnding: .*: one, two\.$/)
    expect(await administrators()).toBe(0)
    for (const name of ['one', 'two']) {
      await world.settle(name)
      expect(await world.condition(name, 'Revoked')).toBe('True TokenRefused')
      expect(await messageOf(name, 'Revoked')).toMatch(/^The Cluster was deleted\. The cluster rejected the old token/)
      expect(await messageOf(name, 'Ready')).toMatch(/because the Cluster was deleted/)
      expect(await world.kubeconfig(name)).toBeNull()
    }
    await run('left')
    expect(await read('left')).toBeNull()
    expect([...(await tracesOf('one')), ...(await tracesOf('two'))]).toEqual([])
    expect(await Promise.all(kubeconfigs.map(each => world.answer(each, MAPS)))).toEqual([401, 401, 200])
    // The revocation is permanent, so the Secrets may be deleted.
    await bring('left-again', [])
    await world.settle('one')
    expect(await world.condition('one', 'Ready')).toBe('False Revoked')
    await world.delete('two')
    await world.settle('two')
    await expect(world.request('two')).rejects.toThrow('does not exist')
  })

  test('removes access that no request records', async () => {
    await bring('littered', ['robbed'])
    const old = await world.kubeconfig('robbed')
    // A replaced Secret hides the record from the request.
    const place = { resource: SECRETS, namespace: NAMESPACE, name: 'kubeconfig-robbed' }
    await world.client.delete(place)
    await world.client.create(place, { metadata: { name: place.name } })
    await world.settle('robbed')
    expect(await world.condition('robbed', 'Ready')).toBe('False Failed')
    const labels = {
      [KUBECONFIG_LABELS.managedBy]: KUBECONFIG_MANAGER,
      [KUBECONFIG_LABELS.installation]: 'test',
      [KUBECONFIG_LABELS.request]: 'nobody',
    }
    const accounts = { resource: SERVICE_ACCOUNTS, namespace: 'hap-access' }
    await world.inside.create(accounts, { metadata: { name: 'hap-litter-1', labels } })
    const others = { ...labels, [KUBECONFIG_LABELS.installation]: 'another' }
    await world.inside.create(accounts, { metadata: { name: 'hap-theirs-1', labels: others } })
    await remove('littered')
    await run('littered')
    expect(await read('littered')).toBeNull()
    expect([...(await tracesOf('robbed')), ...(await tracesOf('litter'))]).toEqual([])
    expect(await tracesOf('theirs')).toHaveLength(1)
    expect(await world.answer(old, MAPS)).toBe(401)
  })

  test('waits while its cluster is unreachable, and reports it', async () => {
    await bring('away', ['far'], ['user.id@sap.com'])
    const old = await world.kubeconfig('far')
    world.target.faults.add({ times: 0, mishap: { type: 'status', status: 503 } })
    await remove('away')
    const again = await run('away')
    expect(again).toBeLessThanOrEqual(world.clock.now() + MINUTE)
    expect(await removed('away')).toMatch(
      /^ClusterUnreachable: .*confirmation\.operator\.kyma-project\.io\/abandon-access: "true"\. Access that would remain: 1 administrator permanently, the access of 1 KubeconfigRequest until 2\d{3}-/,
    )
    await expect(world.run('far')).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await world.condition('far', 'Revoked')).toBe('False ClusterUnreachable')
    await run('away')
    world.target.faults.clear()
    expect(await world.answer(old, MAPS)).toBe(200)
    await world.settle('far')
    await run('away')
    expect(await read('away')).toBeNull()
    expect(await tracesOf('far')).toEqual([])
    expect(await administrators()).toBe(0)
    expect(await world.answer(old, MAPS)).toBe(401)
  })

  test('waits for its Secret until a person abandons it; its requests end with their tokens', async () => {
    await bring('lost', ['stuck'], ['user.id@sap.com'])
    const old = await world.kubeconfig('stuck')
    await world.client.delete(secretOf('lost'))
    await remove('lost')
    await run('lost')
    expect(await removed('lost')).toMatch(
      /^KubeconfigMissing: .* Secret admin-of-lost is missing .* Restore it.*Access that would remain: 1 admin/,
    )
    await world.settle('stuck')
    expect(await world.condition('stuck', 'Revoked')).toBe('False ClusterUnreachable')
    await abandon('lost')
    const again = await run('lost')
    // The operator waits a minute.
    expect(await read('lost')).not.toBeNull()
    world.clock.skip((again ?? 0) - world.clock.now())
    // An interrupted operator has not tried.
    await expect(run('lost', AbortSignal.abort())).rejects.toThrow()
    expect(await read('lost')).not.toBeNull()
    await run('lost')
    expect(await read('lost')).toBeNull()
    expect(events.at(-1)).toMatch(/^Warning AccessAbandoned: .*KubeconfigMissing.*1 KubeconfigRequest until 2/)
    await world.settle('stuck')
    expect(await world.answer(old, MAPS)).toBe(200)
    expect(await world.condition('stuck', 'Revoked')).toBe('False ClusterUnreachable')
    expect(await messageOf('stuck', 'Revoked')).toContain((await world.request('stuck')).status?.lastTokenExpiresAt)
    world.clock.skip(61 * MINUTE)
    expect(await world.answer(old, MAPS)).toBe(401)
    await world.settle('stuck')
    expect(await world.condition('stuck', 'Revoked')).toBe('True Expired')
  })

  test('continues when its Secret is restored', async () => {
    await bring('found', ['again'])
    await world.client.delete(secretOf('found'))
    await remove('found')
    await world.settle('again')
    await run('found')
    expect(await removed('found')).toMatch(/^KubeconfigMissing/)
    await putSecret('found')
    await world.settle('again')
    await run('found')
    expect(await read('found')).toBeNull()
    expect(await tracesOf('again')).toEqual([])
  })

  test('does not use a Secret that another owner replaced, and reports it', async () => {
    await bring('taken', ['shut-out'], ['user.id@sap.com'])
    const { metadata } = await world.client.get<KubeObject>(secretOf('taken'))
    const labels = (role: string | null) => ({ metadata: { labels: { 'gardener.cloud/role': role } } })
    const version = { resourceVersion: metadata?.resourceVersion ?? '' }
    const after = await world.client.patch<KubeObject>(secretOf('taken'), labels('kubeconfig'), version)
    await remove('taken')
    await run('taken')
    expect(await removed('taken')).toMatch(
      /^KubeconfigRefused: Access cannot be removed from the cluster\. The Secret admin-of-taken is not used as .*Gardener uses it.*Access that would remain: 1 admin/,
    )
    await world.settle('shut-out')
    expect(await world.condition('shut-out', 'Revoked')).toBe('False ClusterUnreachable')
    const again = { resourceVersion: after.metadata?.resourceVersion ?? '' }
    await world.client.patch(secretOf('taken'), labels(null), again)
    await world.settle('shut-out')
    await run('taken')
    expect(await read('taken')).toBeNull()
    expect(await tracesOf('shut-out')).toEqual([])
    expect(await administrators()).toBe(0)
  })

  test('is removed immediately if no access was ever granted', async () => {
    const spec = { kubeconfigSecretRef: { name: 'never-there', key: 'config' }, administrators: ['user.id@sap.com'] }
    const metadata = { name: 'never' }
    await world.client.create({ resource: CLUSTERS, namespace: NAMESPACE }, { metadata, spec } as KubeObject)
    await run('never')
    await world.apply('hopeful', { cluster: 'never' })
    await world.settle('hopeful')
    await remove('never')
    await run('never')
    expect(await removed('never')).toMatch(/^RequestsEnding/)
    await world.settle('hopeful')
    await run('never')
    expect(await read('never')).toBeNull()
    expect(await world.condition('hopeful', 'Revoked')).toBe('True NothingIssued')
  })

  test('waits for a fenced request until it has verified that nothing is left', async () => {
    await bring('stumbled', ['fenced'])
    const old = await world.kubeconfig('fenced')
    await remove('stumbled')
    world.target.faults.add({ mishap: { type: 'status', status: 503 } })
    await expect(world.run('fenced')).rejects.toMatchObject({ kind: 'unavailable' })
    await run('stumbled')
    expect(await removed('stumbled')).toMatch(/^RequestsEnding: .*: fenced\.$/)
    expect(await tracesOf('fenced')).toEqual([])
    await world.settle('fenced')
    expect(await world.condition('fenced', 'Revoked')).toBe('True TokenRefused')
    await run('stumbled')
    expect(await read('stumbled')).toBeNull()
    expect(await world.answer(old, MAPS)).toBe(401)
  })

  test('does not wait for a request whose tokens are for another cluster', async () => {
    await bring('moved', ['outside'])
    const place = { resource: SECRETS, namespace: NAMESPACE, name: 'kubeconfig-outside' }
    const { metadata } = await world.client.get<KubeObject>(place)
    const annotations = Object.fromEntries(
      Object.entries(metadata?.annotations ?? {}).map(([key, text]) => {
        const record = JSON.parse(text)
        return [key, JSON.stringify({ ...record, issued: { ...record.issued, cluster: 'another' } })]
      }),
    )
    await world.client.patch(place, { metadata: { annotations } }, { resourceVersion: metadata?.resourceVersion ?? '' })
    await remove('moved')
    await world.settle('outside')
    expect(await world.condition('outside', 'Revoked')).toMatch(/^False/)
    await run('moved')
    expect(await read('moved')).toBeNull()
  })

  test.each(['none', 'lost-answer', 'after-expiry-forgotten', 'after-secret'] as const)(
    'does not block a request that is deleted just after the removal (crash: %s)',
    async crash => {
      const name = `hasty-${crash}`
      await bring(name, [`of-${name}`])
      await remove(name)
      const stop = async (at: string) => {
        if (at === 'after-removed-note') throw new Error('stop')
      }
      await expect(world.run(`of-${name}`, { reached: stop })).rejects.toThrow('stop')
      await run(name)
      expect(await read(name)).toBeNull()
      await world.delete(`of-${name}`)
      const die = async (at: string) => {
        if (at === crash) throw new Error('died')
      }
      if (crash === 'lost-answer') {
        world.control.faults.add({ match: { verb: 'delete', resource: 'secrets' }, mishap: { type: 'lose-answer' } })
        await expect(world.run(`of-${name}`)).rejects.toMatchObject({ kind: 'unreachable' })
      } else if (crash !== 'none') {
        await expect(world.run(`of-${name}`, { reached: die })).rejects.toThrow('died')
      }
      await world.settle(`of-${name}`)
      await expect(world.request(`of-${name}`)).rejects.toThrow('does not exist')
    },
  )

  test('starts nothing for a late request, and does not wait for it', async () => {
    await bring('closing', ['early'])
    await remove('closing')
    await world.apply('late', { cluster: 'closing' })
    await world.settle('late')
    expect(await world.condition('late', 'Ready')).toBe('False Waiting')
    expect((await world.request('late')).metadata.finalizers ?? []).toEqual([])
    await world.settle('early')
    await run('closing')
    expect(await read('closing')).toBeNull()
    await world.settle('late')
    expect(await world.condition('late', 'ClusterReachable')).toBe('False ClusterNotFound')
  })

  test.each(['after-account', 'after-anchor', 'after-token'] as const)(
    'fences a suspended operator from publishing (%s)',
    async point => {
      const name = `racing-${point}`
      await bring(name, [])
      await world.apply(`slow-${point}`, { cluster: name })
      let go: () => void = () => undefined
      const released = new Promise<void>(resolve => {
        go = resolve
      })
      let arrive: () => void = () => undefined
      const arrived = new Promise<void>(resolve => {
        arrive = resolve
      })
      const reached = async (at: string) => {
        if (at !== point) return
        arrive()
        await released
      }
      const slow = world.run(`slow-${point}`, { reached }).catch((error: unknown) => error)
      await arrived
      await remove(name)
      await run(name)
      expect(await read(name)).not.toBeNull()
      await world.settle(`slow-${point}`)
      await run(name)
      expect(await read(name)).toBeNull()
      go()
      // Its intermediate objects are deleted, or the target of its publication is fenced.
      expect(['conflict', 'not-found']).toContain(((await slow) as { kind?: string }).kind)
      expect(await world.kubeconfig(`slow-${point}`)).toBeNull()
      expect(await world.condition(`slow-${point}`, 'Ready')).toBe('False Revoked')
    },
  )

  test('waits for a deleted request of it no longer than for the others', async () => {
    await bring('both', ['mine', 'yours'])
    await world.annotate('mine', REVOKE_ANNOTATION, 'true')
    await world.client.delete({ resource: KUBECONFIG_REQUESTS, namespace: NAMESPACE, name: 'yours' })
    await remove('both')
    await world.settle('mine')
    await world.settle('yours')
    await run('both')
    expect(await read('both')).toBeNull()
    expect(await messageOf('mine', 'Revoked')).toMatch(/^The cluster rejected/)
    await expect(world.request('yours')).rejects.toThrow('does not exist')
    expect([...(await tracesOf('mine')), ...(await tracesOf('yours'))]).toEqual([])
  })
})
