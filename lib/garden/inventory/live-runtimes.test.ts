import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { createGarden, type Garden, type GardenOptions } from '#embedded-garden/garden.ts'
import { objectAt, stringAt } from '#embedded-garden/json.ts'
import { type KubeObject, labelsOf, nameOf } from '#embedded-garden/object.ts'
import { createGardenClient } from '#lib/garden/client/client.ts'
import { openEmbeddedGarden } from '#lib/runtime/embedded-garden.ts'
import { accessBy } from '../../../test/garden/access-by.ts'
import { QUICK, QUICK_CLOCK, QUICK_STALE_MS, quickClient } from '../../../test/kit/clock.ts'
import { landscape } from '../../../test/kit/landscape.ts'
import { type LiveRuntimes, watchRuntimes } from './watch-runtimes.ts'

const NAMESPACE = 'kcp-system'
const KIM = 'infrastructuremanager.kyma-project.io'
const RUNTIMES = `runtimes.${KIM}`
const CLUSTERS = `gardenerclusters.${KIM}`
const RBAC = 'rbac.authorization.k8s.io'
const AT = Date.parse('2026-11-21T06:00:00Z')
const OBJECTS = [...landscape({ seed: 1, size: 'small', at: AT })]
const kept = OBJECTS.filter(object => ['Runtime', 'GardenerCluster'].includes(stringAt(object, 'kind')))

const closing: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function start(options: GardenOptions = {}, objects: readonly KubeObject[] = OBJECTS): Promise<Garden> {
  const garden = await createGarden({
    throttle: false,
    faults: true,
    refuseSecretDataTo: 'hap-console',
    clock: QUICK_CLOCK,
    ...options,
  })
  closing.push(() => garden.stop())
  garden.loadAll(objects)
  return garden
}

function follow(garden: Garden, change: (token: string) => string = token => token, timing = QUICK): LiveRuntimes {
  const access = accessBy(garden.kubeconfig('viewer'), config => {
    config.users = config.users.map(user => ({ ...user, token: change(user.token ?? '') }))
  })
  const client = quickClient(createGardenClient({ access, version: 'test' }))
  const live = watchRuntimes({ client, namespace: NAMESPACE, staleAfterMs: QUICK_STALE_MS, timing })
  closing.push(
    () => client.close(),
    () => live.stop(),
  )
  return live
}

const phases = (live: LiveRuntimes) =>
  live.freshness().map(({ source, phase, absent }) => `${source} ${absent ? 'absent' : phase}`)
const LIVE = ['Runtime live', 'GardenerCluster live']
const factsOf = (object: KubeObject) => ({
  plan: labelsOf(object)['kyma-project.io/broker-plan-name'] ?? null,
  platformRegion: labelsOf(object)['kyma-project.io/platform-region'] ?? null,
})

/** Changes the labels of a stored object directly in the store. */
function relabel(garden: Garden, storage: string, name: string, labels: Record<string, string>): void {
  const object = garden.services.store.read(storage, NAMESPACE, name)
  if (!object) throw new Error(`the store has no ${name}`)
  const metadata = objectAt(object, 'metadata')
  garden.services.store.put(storage, {
    ...object,
    metadata: { ...metadata, labels: { ...objectAt(metadata, 'labels'), ...labels } },
  })
}

describe('the reader of runtimes', () => {
  test('reads the labels of every object as a viewer, from metadata only', async () => {
    const garden = await start()
    const live = follow(garden)
    await expect.poll(() => phases(live)).toEqual(LIVE)
    for (const object of kept) {
      expect(live.runtimes.of(nameOf(object))).toEqual(factsOf(object))
      expect(live.runtimes.ofShoot(labelsOf(object)['kyma-project.io/shoot-name'] ?? '')).toEqual(factsOf(object))
    }
    expect(live.runtimes.of('nobody')).toBeNull()
  })

  test('follows a changed, a new and a deleted object', async () => {
    const garden = await start()
    const live = follow(garden)
    await expect.poll(() => phases(live)).toEqual(LIVE)
    const clusters = new Set(kept.filter(each => stringAt(each, 'kind') === 'GardenerCluster').map(nameOf))
    const alone = kept.find(each => stringAt(each, 'kind') === 'Runtime' && !clusters.has(nameOf(each)))
    if (!alone) throw new Error('every Runtime has a GardenerCluster')
    const before = live.runtimes.changes
    relabel(garden, RUNTIMES, nameOf(alone), { 'kyma-project.io/broker-plan-name': 'preview' })
    await expect.poll(() => live.runtimes.of(nameOf(alone))?.plan).toBe('preview')
    expect(live.runtimes.changes).toBeGreaterThan(before)

    const copy = garden.services.store.read(RUNTIMES, NAMESPACE, nameOf(alone)) ?? {}
    const labels = { 'kyma-project.io/broker-plan-name': 'trial', 'kyma-project.io/runtime-id': 'r-new' }
    garden.services.store.put(RUNTIMES, { ...copy, metadata: { name: 'r-new', namespace: NAMESPACE, labels } })
    await expect.poll(() => live.runtimes.of('r-new')).toEqual({ plan: 'trial', platformRegion: null })

    const stored = garden.services.store.get(RUNTIMES, NAMESPACE, nameOf(alone))
    if (stored) garden.services.store.remove(RUNTIMES, stored)
    await expect.poll(() => live.runtimes.of(nameOf(alone))).toBeNull()
  })

  test('ignores writes that change none of its labels', async () => {
    const garden = await start()
    const live = follow(garden)
    await expect.poll(() => phases(live)).toEqual(LIVE)
    const [first, second] = kept.filter(each => stringAt(each, 'kind') === 'Runtime').map(nameOf)
    const before = live.runtimes.changes
    relabel(garden, RUNTIMES, first ?? '', { unrelated: 'true' })
    relabel(garden, RUNTIMES, second ?? '', { 'kyma-project.io/broker-plan-name': 'preview' })
    await expect.poll(() => live.runtimes.of(second ?? '')?.plan).toBe('preview')
    expect(live.runtimes.changes).toBe(before + 1)
  })

  test('reports kinds that are not served, and reads them once they appear', async () => {
    const garden = await start({}, [])
    // An absent kind is listed once a minute.
    const sleep: typeof QUICK.sleep = (ms, signal) => QUICK.sleep(ms / 10, signal)
    const live = follow(garden, token => token, { ...QUICK, sleep })
    await expect.poll(() => phases(live)).toEqual(['Runtime absent', 'GardenerCluster absent'])
    expect(live.freshness()).toMatchObject([{ error: null }, { error: null }])
    garden.loadAll(OBJECTS)
    await expect.poll(() => phases(live), { timeout: 10_000 }).toEqual(LIVE)
    const [first] = kept
    expect(first && live.runtimes.of(nameOf(first))).toEqual(first && factsOf(first))
  })

  test('names the missing permission for one kind, and serves the facts of the other', async () => {
    const user = { token: 'of-the-console', user: { name: 'hap-console', uid: '9', groups: [] } }
    const garden = await start({ users: [user] })
    const allow = (...resources: string[]) => {
      const rules = [{ verbs: ['list', 'watch'], apiGroups: [KIM], resources }]
      garden.services.store.put(`roles.${RBAC}`, { metadata: { name: 'kim', namespace: NAMESPACE }, rules })
    }
    allow('gardenerclusters')
    garden.services.store.put(`rolebindings.${RBAC}`, {
      metadata: { name: 'kim', namespace: NAMESPACE },
      subjects: [{ kind: 'User', apiGroup: RBAC, name: 'hap-console' }],
      roleRef: { apiGroup: RBAC, kind: 'Role', name: 'kim' },
    })
    const live = follow(garden, () => user.token)
    await expect.poll(() => phases(live)).toEqual(['Runtime refused', 'GardenerCluster live'])
    expect(live.freshness()[0]?.error?.message).toBe(
      'Could not list runtimes in kcp-system: this identity is not allowed to (403). Its role needs "list" on runtimes.infrastructuremanager.kyma-project.io in kcp-system.',
    )
    const cluster = kept.find(each => stringAt(each, 'kind') === 'GardenerCluster')
    expect(cluster && live.runtimes.of(nameOf(cluster))).toEqual(cluster && factsOf(cluster))
    allow('gardenerclusters', 'runtimes')
    await expect.poll(() => phases(live), { timeout: 10_000 }).toEqual(LIVE)
  })

  test('needs no permissions beyond the example file', async () => {
    const garden = await start()
    const documents = parseAllDocuments(readFileSync('docs/examples/kcp-reader.yaml', 'utf8'))
    for (const document of documents) {
      const { kind, ...object } = document.toJS() as KubeObject
      garden.services.store.put(`${String(kind).toLowerCase()}s.${RBAC}`, object)
    }
    garden.services.store.put('serviceaccounts', {
      metadata: { name: 'hap-console', namespace: NAMESPACE, uid: 'of-the-account' },
    })
    const admin = createGardenClient({ access: accessBy(garden.kubeconfig('admin')), version: 'test' })
    closing.push(() => admin.close())
    const { status } = await admin.request<{ status: { token: string } }>({
      doing: 'request a token',
      permission: null,
      method: 'POST',
      path: `/api/v1/namespaces/${NAMESPACE}/serviceaccounts/hap-console/token`,
      contentType: 'application/json',
      body: JSON.stringify({ spec: {} }),
    })
    const live = follow(garden, () => status.token)
    await expect.poll(() => phases(live)).toEqual(LIVE)
    expect(live.runtimes.of(nameOf(kept[0] ?? {}))).toEqual(factsOf(kept[0] ?? {}))
  })

  test('retries with refused credentials and reports the reason', async () => {
    const garden = await start()
    const live = follow(garden, token => `${token}-of-yesterday`)
    await expect
      .poll(() => live.freshness().map(({ error }) => error?.kind))
      .toEqual(['unauthenticated', 'unauthenticated'])
    expect(phases(live)).toEqual(['Runtime starting', 'GardenerCluster starting'])
  })

  test('continues after a restart of the server', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'hap-runtimes-'))
    closing.push(() => rmSync(dataDir, { recursive: true }))
    const open = () => openEmbeddedGarden({ dataDir, size: 'small', seed: 1, clock: QUICK_CLOCK })
    const first = await open()
    const live = follow(first)
    await expect.poll(() => phases(live)).toEqual(LIVE)
    await first.stop()
    await expect.poll(() => phases(live)).toEqual(['Runtime reconnecting', 'GardenerCluster reconnecting'])
    const [runtime] = kept
    expect(live.runtimes.of(runtime ? nameOf(runtime) : '')).not.toBeNull()
    const second = await open()
    closing.push(() => second.stop())
    await expect.poll(() => phases(live), { timeout: 20_000 }).toEqual(LIVE)
    relabel(second, RUNTIMES, runtime ? nameOf(runtime) : '', { 'kyma-project.io/broker-plan-name': 'preview' })
    await expect.poll(() => live.runtimes.of(runtime ? nameOf(runtime) : '')?.plan).toBe('preview')
  })

  test('recovers from an expired watch and a broken list', async () => {
    const garden = await start()
    garden.faults.add({ match: { resource: CLUSTERS, verb: 'list' }, mishap: { type: 'reset' } })
    garden.faults.add({ match: { resource: RUNTIMES, verb: 'watch' }, mishap: { type: 'expire-watch' } })
    const live = follow(garden)
    await expect.poll(() => phases(live), { timeout: 10_000 }).toEqual(LIVE)
    const [first] = kept
    await expect
      .poll(() => first && live.runtimes.of(nameOf(first)), { timeout: 10_000 })
      .toEqual(first && factsOf(first))
  })
})
