import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { FaultInput } from '#embedded-garden/faults/fault.ts'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { createGardenClient } from '#lib/garden/client/client.ts'
import { ANNOTATIONS, accountKey } from '#lib/hap/pools/binding.ts'
import { openEmbeddedGarden } from '#lib/runtime/embedded-garden.ts'
import { accessBy } from '../../../test/garden/access-by.ts'
import {
  freshPicture,
  isUpToDate,
  type LiveGarden,
  STORAGE,
  startLiveGarden,
} from '../../../test/garden/live-garden.ts'
import { pictureOf } from '../../../test/garden/reference.ts'
import { QUICK, QUICK_CLOCK, QUICK_STALE_MS, quickClient } from '../../../test/kit/clock.ts'
import { watchInventory } from './watch-inventory.ts'

let running: LiveGarden | null = null

afterEach(async () => {
  await running?.stop()
  running = null
})

async function start(options: Parameters<typeof startLiveGarden>[0]): Promise<LiveGarden> {
  running = await startLiveGarden(options)
  return running
}

async function started(options: Partial<Parameters<typeof startLiveGarden>[0]> = {}): Promise<LiveGarden> {
  const it = await start({ size: 'small', ...options })
  expect(await it.live.ready(AbortSignal.timeout(10_000))).toBe(true)
  return it
}

/** Marks the first binding directly in the store and returns its key. */
function touchBinding(
  { garden, inventory }: Pick<LiveGarden, 'garden' | 'inventory'>,
  labels: Record<string, string>,
  annotations: Record<string, string> = {},
): string {
  const [first] = [...inventory.bindings()].filter(each => each.kind === 'CredentialsBinding')
  if (!first) throw new Error('the landscape has no binding')
  const object = garden.services.store.read(STORAGE.bindings, first.namespace, first.name)
  if (!object) throw new Error('the store has no such binding')
  garden.services.store.put(STORAGE.bindings, {
    ...object,
    metadata: { ...(object.metadata as object), labels, annotations },
  })
  return `CredentialsBinding/${first.namespace}/${first.name}`
}

const phases = ({ inventory }: Pick<LiveGarden, 'inventory'>) =>
  inventory.freshness().map(each => `${each.source} ${each.phase}`)
const ALL_LIVE = ['CredentialsBinding live', 'SecretBinding live', 'Shoot live']

describe('the inventory', () => {
  test('equals a fresh list after its start as a viewer, for any page size', async () => {
    const it = await started({ pageSize: 7 })
    const fresh = await freshPicture(it.observer)
    expect(pictureOf(it.inventory, fresh)).toEqual(fresh)
    expect([it.inventory.bindingCount, it.inventory.shootCount]).toEqual([67, 200])
    await expect.poll(() => phases(it)).toEqual(ALL_LIVE)
  })

  test('does not treat old data as fresh when the wall clock is set back', async () => {
    const { live } = await started()
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now - 3_600_000)
    onTestFinished(() => clock.mockRestore())
    for (const { ageMs } of live.inventory.freshness()) expect(ageMs).toBeGreaterThanOrEqual(0)
  })

  test('announces an expired hold without a write', async () => {
    const it = await started()
    const annotations = {
      [ANNOTATIONS.hold]: 'audit',
      [ANNOTATIONS.holdUntil]: new Date(Date.now() + 3_600_000).toISOString(),
    }
    const key = touchBinding(it, { hyperscalerType: 'gcp' }, annotations)
    await expect.poll(() => it.inventory.binding(key)?.annotations).toEqual(annotations)
    const before = it.inventory.version
    const ended = Date.now() + 3_601_000
    vi.spyOn(Date, 'now').mockReturnValue(ended)
    onTestFinished(() => void vi.restoreAllMocks())
    await expect.poll(() => it.inventory.changesSince(before)?.bindings.has(key), { timeout: 5_000 }).toBe(true)
    expect(it.inventory.changesSince(before)?.pools).toEqual(new Set(['gcp']))
  })

  test('announces a change that its watch delivers', async () => {
    const it = await started()
    const before = it.inventory.version
    const key = touchBinding(it, { hyperscalerType: 'gcp', tenantName: 'ga-new' })
    await expect.poll(() => it.inventory.binding(key)?.labels.tenantName).toBe('ga-new')
    expect(it.inventory.changesSince(before)?.bindings).toEqual(new Set([key]))
  })

  test('requests no Secret data, even if Secrets are bindings', async () => {
    const it = await started({ as: 'operator', kinds: ['Secret', 'CredentialsBinding'] })
    const sources = it.inventory.freshness().map(each => each.source)
    expect(sources).toEqual(['CredentialsBinding', 'SecretBinding', 'Secret', 'Shoot'])
    expect(it.garden.services.secretGuard.refused).toEqual([])
  })

  const shoots = STORAGE.shoots
  const faults: readonly (readonly [name: string, faults: readonly FaultInput[]])[] = [
    ['a dropped watch', [{ match: { verb: 'watch' }, times: 3, mishap: { type: 'drop-watch', afterMs: 50 } }]],
    ['a watch that falls silent', [{ match: { verb: 'watch' }, times: 3, mishap: { type: 'stall-watch' } }]],
    ['an expired watch (410)', [{ match: { verb: 'watch' }, times: 3, mishap: { type: 'expire-watch' } }]],
    [
      'a list that expires between two pages (410), twice',
      [
        { match: { verb: 'watch', resource: shoots }, mishap: { type: 'expire-watch' } },
        { match: { verb: 'list', resource: shoots }, mishap: { type: 'delay', ms: 1 } },
        { match: { verb: 'list', resource: shoots }, mishap: { type: 'status', status: 410, reason: 'Expired' } },
        { match: { verb: 'list', resource: shoots }, mishap: { type: 'delay', ms: 1 } },
        { match: { verb: 'list', resource: shoots }, mishap: { type: 'status', status: 410, reason: 'Expired' } },
      ],
    ],
    [
      'lists that fail while the watch expired',
      [
        { match: { verb: 'watch' }, times: 3, mishap: { type: 'expire-watch' } },
        { match: { verb: 'list' }, times: 1, mishap: { type: 'reset' } },
        { match: { verb: 'list' }, times: 1, mishap: { type: 'status', status: 503, text: 'service unavailable\n' } },
        { match: { verb: 'list' }, times: 1, mishap: { type: 'status', status: 429, retryAfterSeconds: 1 } },
        { match: { verb: 'list' }, times: 1, mishap: { type: 'lose-answer' } },
      ],
    ],
    [
      'watches that are refused for a while',
      [{ match: { verb: 'watch' }, times: 6, mishap: { type: 'status', status: 500 } }],
    ],
  ]
  test.each(faults)(
    'recovers after %s',
    async (_name, planned) => {
      const it = await started({ pageSize: 30 })
      for (const fault of planned) it.garden.faults.add(fault)
      // The open watches end within two seconds, and their successors meet the faults.
      await expect.poll(() => it.garden.faults.waiting.length, { timeout: 15_000 }).toBe(0)
      touchBinding(it, { hyperscalerType: 'aws', tenantName: 'ga-after' })
      await expect.poll(() => isUpToDate(it), { timeout: 15_000, interval: 100 }).toBe(true)
      await expect.poll(() => phases(it), { timeout: 15_000 }).toEqual(ALL_LIVE)
    },
    40_000,
  )

  test('catches up after an outage of Gardener and reports it', async () => {
    const it = await started()
    it.garden.services.aggregatedApi.stop()
    const shoots = () => it.inventory.freshness().find(each => each.source === 'Shoot')
    await expect.poll(() => shoots()?.error?.kind, { timeout: 10_000 }).toBe('unavailable')
    expect(shoots()).toMatchObject({ phase: 'reconnecting', complete: true })
    expect(it.inventory.shootCount).toBe(200)
    touchBinding(it, { hyperscalerType: 'aws', tenantName: 'ga-during' })
    it.garden.services.aggregatedApi.start()
    await expect.poll(() => isUpToDate(it), { timeout: 15_000, interval: 100 }).toBe(true)
    await expect.poll(() => phases(it), { timeout: 15_000 }).toEqual(ALL_LIVE)
  }, 40_000)

  test('lists when a watch does not deliver, and is live only once it delivers again', async () => {
    const it = await start({ size: 'small' })
    await it.live.stop()
    const live = watchInventory({
      client: it.client,
      namespace: LANDSCAPE_NAMESPACE,
      kinds: ['CredentialsBinding'],
      staleAfterMs: 6_000,
      timing: { ...QUICK, silentAfterMs: 6_000 },
    })
    onTestFinished(() => live.stop())
    it.garden.faults.add({
      match: { verb: 'watch', resource: STORAGE.bindings },
      times: 0,
      mishap: { type: 'stall-watch' },
    })
    expect(await live.ready(AbortSignal.timeout(10_000))).toBe(true)
    const key = touchBinding({ ...it, inventory: live.inventory }, { hyperscalerType: 'gcp', tenantName: 'ga-silent' })
    await expect.poll(() => live.inventory.binding(key)?.labels.tenantName, { timeout: 10_000 }).toBe('ga-silent')
    const [bindings] = live.inventory.freshness()
    expect(bindings).toMatchObject({ source: 'CredentialsBinding', phase: expect.not.stringContaining('live') })
    expect(bindings?.error?.message).toContain('the watch opens, but delivers neither events nor bookmarks')
    it.garden.faults.clear()
    await expect.poll(() => phases({ inventory: live.inventory }), { timeout: 10_000 }).toEqual(ALL_LIVE)
  }, 30_000)

  describe('a kind that Gardener no longer serves', () => {
    const gone = {
      match: { resource: STORAGE.secretBindings },
      times: 0,
      mishap: { type: 'status', status: 404, text: '404 page not found\n' },
    } as const
    const secretBindings = (inventory: LiveGarden['inventory']) =>
      [...inventory.bindings()].filter(({ kind }) => kind === 'SecretBinding')
    /** Bindings whose accounts no other binding refers to. */
    const alone = (inventory: LiveGarden['inventory']) =>
      secretBindings(inventory).filter(({ account }) => inventory.bindingCountOfAccount(accountKey(account)) === 1)

    test('keeps its last known bindings while the others are live', async () => {
      const it = await started()
      const before = alone(it.inventory)
      expect(before.length).toBeGreaterThan(0)
      it.garden.faults.add(gone)
      const source = () => it.inventory.freshness().find(each => each.source === 'SecretBinding')
      await expect.poll(() => source()?.absent, { timeout: 10_000 }).toBe(true)
      expect(secretBindings(it.inventory)).toEqual(before)
      const key = touchBinding(it, { hyperscalerType: 'gcp', tenantName: 'ga-new' })
      await expect.poll(() => it.inventory.binding(key)?.labels.tenantName).toBe('ga-new')
      expect(it.inventory.isServed('SecretBinding')).toBe(false)
    }, 20_000)

    test('is loaded by a later process, except when a CredentialsBinding replaces it', async () => {
      const it = await started()
      const credentials = [...it.inventory.bindings()].find(({ kind }) => kind === 'CredentialsBinding')
      if (!credentials) throw new Error('the landscape has no CredentialsBinding')
      it.garden.faults.add(gone)
      const old = (name: string, account: string) => ({
        ...credentials,
        kind: 'SecretBinding' as const,
        name,
        account: { ...credentials.account, name: account },
      })
      const live = watchInventory({
        client: it.client,
        namespace: LANDSCAPE_NAMESPACE,
        kinds: ['CredentialsBinding', 'SecretBinding'],
        staleAfterMs: QUICK_STALE_MS,
        timing: QUICK,
        recall: async kind =>
          kind === 'SecretBinding' ? [old('known', 'elsewhere'), old('replaced', credentials.account.name)] : [],
      })
      onTestFinished(() => live.stop())
      expect(await live.ready(AbortSignal.timeout(10_000))).toBe(true)
      expect(secretBindings(live.inventory).map(({ name }) => name)).toEqual(['known'])
    }, 20_000)
  })

  test('follows a restarted server without announcing known objects', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'restarted-garden-'))
    const open = () => openEmbeddedGarden({ dataDir, size: 'small', seed: 1, throttle: false, clock: QUICK_CLOCK })
    let garden = await open()
    const client = quickClient(createGardenClient({ access: accessBy(garden.kubeconfig('viewer')), version: 'test' }))
    const live = watchInventory({
      client,
      namespace: LANDSCAPE_NAMESPACE,
      kinds: ['CredentialsBinding'],
      staleAfterMs: QUICK_STALE_MS,
      timing: QUICK,
    })
    const it = { garden, inventory: live.inventory }
    expect(await live.ready(AbortSignal.timeout(10_000))).toBe(true)
    const before = it.inventory.version
    await garden.stop()
    await expect
      .poll(() => phases(it), { timeout: 10_000 })
      .toEqual(['CredentialsBinding reconnecting', 'SecretBinding reconnecting', 'Shoot reconnecting'])
    garden = await open()
    const key = touchBinding({ ...it, garden }, { hyperscalerType: 'aws', tenantName: 'ga-restarted' })
    await expect.poll(() => it.inventory.binding(key)?.labels.tenantName, { timeout: 15_000 }).toBe('ga-restarted')
    await expect.poll(() => phases(it), { timeout: 15_000 }).toEqual(ALL_LIVE)
    expect(it.inventory.changesSince(before)).toMatchObject({ bindings: new Set([key]), shoots: new Set() })
    await live.stop()
    client.close()
    await garden.stop()
    rmSync(dataDir, { recursive: true })
  }, 60_000)

  test('announces nothing when a list has no change', async () => {
    const it = await started()
    await expect.poll(() => phases(it)).toEqual(ALL_LIVE)
    const lists = () => it.garden.requests.count({ verb: 'list' })
    const before = { version: it.inventory.version, lists: lists() }
    it.garden.services.store.forgetHistory()
    it.garden.faults.add({ match: { verb: 'watch' }, times: 3, mishap: { type: 'expire-watch' } })
    await expect.poll(lists, { timeout: 15_000 }).toBe(before.lists + 3)
    await expect.poll(() => phases(it), { timeout: 15_000 }).toEqual(ALL_LIVE)
    const changes = it.inventory.changesSince(before.version)
    expect([changes?.bindings.size, changes?.shoots.size, changes?.sources]).toEqual([0, 0, true])
  }, 40_000)

  test('shows the other sources and the missing permission when the role forbids one', async () => {
    const token = { token: 'only-bindings', user: { name: 'jane', uid: '9', groups: ['binding-readers'] } }
    const it = await start({ size: 'small', users: [token], as: 'viewer' })
    await it.live.stop()
    grantBindings(it)
    const access = accessBy(it.garden.kubeconfig('viewer'), config => {
      config.users = config.users.map(user => ({ ...user, token: token.token }))
    })
    const client = quickClient(createGardenClient({ access, version: 'test' }))
    const live = watchInventory({
      client,
      namespace: LANDSCAPE_NAMESPACE,
      kinds: ['CredentialsBinding'],
      staleAfterMs: QUICK_STALE_MS,
      timing: QUICK,
    })
    expect(await live.ready(AbortSignal.timeout(10_000))).toBe(true)
    const [bindings, , shootSource] = live.inventory.freshness()
    expect(live.inventory.bindingCount).toBeGreaterThan(20)
    expect(bindings).toMatchObject({ source: 'CredentialsBinding', complete: true, error: null })
    expect(shootSource).toMatchObject({
      source: 'Shoot',
      phase: 'refused',
      complete: false,
      error: {
        kind: 'forbidden',
        permission: { verb: 'list', resource: 'shoots', group: 'core.gardener.cloud', namespace: LANDSCAPE_NAMESPACE },
      },
    })
    await live.stop()
    client.close()
  })

  test('is usable without a response and reports the reason', async () => {
    const it = await started()
    const kubeconfig = it.garden.kubeconfig('viewer')
    const untrusted = accessBy(kubeconfig, config => {
      config.clusters = config.clusters.map(({ caData: _trust, ...cluster }) => cluster)
    })
    const client = createGardenClient({ access: untrusted, version: 'test' })
    const live = watchInventory({
      client,
      namespace: LANDSCAPE_NAMESPACE,
      kinds: ['SecretBinding'],
      staleAfterMs: 1000,
    })
    expect(await live.ready(AbortSignal.timeout(500))).toBe(false)
    expect(live.inventory.freshness()[0]).toMatchObject({ phase: 'starting', complete: false, ageMs: null })
    expect(live.inventory.freshness()[0]?.error?.message).toMatch(
      /the certificate of the server is not trusted .* Check certificate-authority/,
    )
    await live.stop()
    client.close()
  })
})

function grantBindings({ garden }: LiveGarden): void {
  const apiVersion = 'rbac.authorization.k8s.io/v1'
  const metadata = { name: 'binding-reader', namespace: LANDSCAPE_NAMESPACE }
  const rules = [
    { verbs: ['get', 'list', 'watch'], apiGroups: ['security.gardener.cloud'], resources: ['credentialsbindings'] },
  ]
  garden.loadAll([
    { apiVersion, kind: 'Role', metadata, rules },
    {
      apiVersion,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'binding-reader' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'binding-readers' }],
    },
  ])
}
