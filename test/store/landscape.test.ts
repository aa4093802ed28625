import { describe, expect, test } from 'vitest'
import type { User } from '#lib/auth/session.ts'
import { judgeDoubt } from '#lib/garden/inventory/project-binding.ts'
import { createInventory } from '#lib/garden/inventory/watch-inventory.ts'
import { Contact } from '#lib/garden/reflector/contact.ts'
import { ANNOTATIONS, accountKey, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { exclusion } from '#lib/hap/selection/search.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { acceptLandscape } from '#lib/services/landscape/accept-landscape.ts'
import { BindingRegister } from '#lib/services/landscape/binding-register.ts'
import { Landscape, landscapeView } from '#lib/services/landscape/landscape.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { migrate } from '#lib/store/database/migrate.ts'
import { MIGRATIONS } from '#lib/store/generated/migrations.ts'
import type { Store } from '#lib/store/store.ts'
import { bindingOf } from '../engine/bindings.ts'
import { shootOf } from '../engine/shoots.ts'
import { testStore } from './test-store.ts'

const NAMESPACE = 'garden-test'
const ADA: User = { id: 'ada', name: 'Ada', role: 'admin' }
const OLGA: User = { id: 'olga', name: 'Olga', role: 'operator' }
const REASON = { reason: 'the garden was restored from its backup' }
const FREE = { hyperscalerType: 'aws' }
const AT = Date.parse('2026-05-01T12:00:00Z')

/** One console on a landscape that the test changes itself. */
async function replica(store: Store, uid: () => string | null = () => null) {
  const landscape = new Landscape({ store, namespace: NAMESPACE, readUid: async () => uid() })
  const { inventory, writer, sources } = createInventory({
    namespace: NAMESPACE,
    kinds: ['CredentialsBinding', 'SecretBinding'],
    clock: () => AT,
    schedule: task => task(),
    vanished: landscape.vanished,
  })
  const register = new BindingRegister({
    store,
    namespace: NAMESPACE,
    changed: keys => writer.reevaluateDoubt(keys, register.doubtIn),
  })
  for (const source of ['CredentialsBinding', 'SecretBinding', 'Shoot'] as const) {
    const contact = new Contact({ clock: () => AT, staleAfterMs: 60_000, onChange: () => undefined })
    sources.add(source, contact)
    contact.listed()
    contact.live()
  }
  const sink = writer.bindings('CredentialsBinding')
  const secretBindings = writer.bindings('SecretBinding')
  const context = { store, audit: new AuditLog(store), inventory, register, landscape }
  const refresh = () => Promise.all([register.refresh(), landscape.refresh()])
  await refresh()
  landscape.compared([])
  return {
    ...context,
    refresh,
    shoots: writer.shoots(),
    secretBindings,
    put: (...bindings: readonly Binding[]) => {
      for (const each of bindings) sink.put(bindingKey(each), judgeDoubt(each, register.doubtIn))
    },
    retain: (...bindings: readonly Binding[]) => sink.retain(new Set(bindings.map(bindingKey))),
    record: async () => {
      landscape.compared(await register.record(inventory))
      await refresh()
    },
    doubts: () => landscapeView(landscape, inventory).doubted.map(({ name, doubt }) => `${name} ${doubt}`),
    view: () => landscapeView(landscape, inventory),
    accept: (user = ADA, input: unknown = REASON) => acceptLandscape(context, { user, requestId: 'r-1' }, input),
  }
}

const named = (name: string, uid: string, more: Partial<Binding> = {}) => bindingOf(name, FREE, { uid, ...more })
const many = (count: number, uid: string, more: Partial<Binding> = {}) =>
  Array.from({ length: count }, (_, n) => named(`b-${n}`, `${uid}-${n}`, more))

test.each([
  ['by labelled CredentialsBindings of the same accounts', FREE, []],
  ['by CredentialsBindings without labels', {}, ['SecretBinding']],
])('SecretBindings that are replaced %s', async (_name, labels, noticed) => {
  const it = await replica(await testStore())
  const old = many(12, 'sb', { kind: 'SecretBinding' })
  for (const each of old) it.secretBindings.put(bindingKey(each), each)
  await it.record()
  it.put(...old.map(each => bindingOf(`new-${each.name}`, labels, { uid: `new-${each.uid}`, account: each.account })))
  it.secretBindings.retain(new Set())
  await it.record()
  expect(it.landscape.notices().map(({ source }) => source)).toEqual(noticed)
  expect(it.landscape.pause() === null).toBe(noticed.length === 0)
})

describe('the register of bindings', () => {
  test('doubts every binding until the database was read', async () => {
    const store = await testStore()
    const register = new BindingRegister({ store, namespace: NAMESPACE, changed: () => undefined })
    expect(register.doubtIn(named('a', 'u1'))).toBe('restored')
    await register.refresh()
    expect(register.doubtIn(named('a', 'u1'))).toBeUndefined()
  })

  test('prints a digest that the command line does not read as an option', async () => {
    const it = await replica(await testStore())
    const digests = []
    it.put(named('a', 'known'))
    await it.record()
    for (let n = 0; n < 200; n++) {
      it.put(named('a', `u${n}`, { resourceVersion: String(n) }))
      digests.push(it.view().seen)
    }
    expect(new Set(digests).size).toBe(200)
    expect(digests.filter(digest => !/^\w+$/.test(digest))).toEqual([])
  })

  test('doubts a recreated binding on every replica until an administrator accepts it', async () => {
    const store = await testStore()
    const [one, two] = [await replica(store), await replica(store)]
    one.put(named('a', 'u1'))
    await one.record()
    await two.refresh()
    for (const each of [one, two]) each.put(named('a', 'u2', { resourceVersion: '2' }))
    await one.record()
    expect([one.doubts(), two.doubts()]).toEqual([['a restored'], ['a restored']])
    await one.accept()
    expect(one.doubts()).toEqual([])
    await two.refresh()
    expect(two.doubts()).toEqual([])
    two.put(named('a', 'u1', { resourceVersion: '3' }))
    expect(two.doubts()).toEqual(['a restored'])
  })

  test('treats a binding of another account under the same name as a new one', async () => {
    const it = await replica(await testStore())
    it.put(named('a', 'u1'))
    await it.record()
    const account = { kind: 'Secret', namespace: NAMESPACE, name: 'other' } as const
    it.put(named('a', 'u2', { resourceVersion: '2', account }))
    await it.record()
    expect(it.doubts()).toEqual([])
    it.put(named('a', 'u3', { resourceVersion: '3' }))
    expect(it.doubts()).toEqual(['a restored'])
  })

  test('remembers a deleted binding for a while', async () => {
    const it = await replica(await testStore())
    it.put(named('a', 'u1'), named('b', 'u-b'))
    await it.record()
    it.retain(named('b', 'u-b'))
    await it.record()
    it.put(named('a', 'u1', { resourceVersion: '5' }))
    await it.record()
    expect(it.doubts()).toEqual([])
    expect(await it.store.db.bindingIdentity.findMany({ where: { goneAt: { not: null } } })).toEqual([])
  })
})

describe('a backup restored under new uids', () => {
  const written = (labels: Record<string, string>, annotations: Record<string, string>): Partial<Binding> => ({
    labels: { ...FREE, ...labels },
    annotations: { [ANNOTATIONS.stateSince]: '2026-01-05T00:00:00Z', [ANNOTATIONS.epoch]: '3', ...annotations },
  })
  const over = { [ANNOTATIONS.hold]: 'x', [ANNOTATIONS.heldFlags]: '', [ANNOTATIONS.holdUntil]: '2026-01-06T00:00:00Z' }
  const KINDS = [
    written({}, {}),
    written({ tenantName: 'ga-1' }, {}),
    written({ dirty: 'held', internal: 'true' }, over),
    written({ dirty: 'true' }, { [ANNOTATIONS.state]: 'quarantined' }),
  ]
  /** Objects of the previous release: none carries a uid in its annotations. */
  const landscape = (uid: string, more: Partial<Binding>) =>
    Array.from({ length: 600 }, (_, n) => named(`b-${n}`, `${uid}-${n}`, { ...KINDS[n % KINDS.length], ...more }))
  const restored = landscape('new', { resourceVersion: '9', createdAt: '2026-04-30T00:00:00Z' })

  const states = ({ inventory }: Awaited<ReturnType<typeof replica>>) => {
    const all = [...inventory.pools.values()]
    return {
      selectable: all.filter(
        each => each.labels.dirty === null && exclusion(each, { policy: policyOf('documented'), at: AT }) === null,
      ).length,
      held: all.filter(each => stateAt(each, AT) === 'held' && each.holdEnd === Number.POSITIVE_INFINITY).length,
      quarantined: all.filter(each => stateAt(each, AT) === 'quarantined').length,
    }
  }
  const NARROW = { selectable: 0, held: 150, quarantined: 150 }

  test('makes no account selectable and ends no hold, in a database of the previous release', async () => {
    const store = await testStore({ schema: 'none' })
    const { pool } = store.connection
    await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    await migrate(
      pool,
      MIGRATIONS.slice(
        0,
        MIGRATIONS.findIndex(({ name }) => name.endsWith('_binding_identity')),
      ),
    )
    for (const { kind, namespace, name, uid, account } of landscape('old', {}))
      await pool.query(
        "INSERT INTO binding_state (kind, namespace, name, uid, account, state, since, annotations, seen_at) VALUES ($1, $2, $3, $4, $5, 'free', now(), '{}', now())",
        [kind, namespace, name, uid, accountKey(account)],
      )
    await migrate(pool)
    const it = await replica(store)
    it.put(...restored.map(each => ({ ...each, annotations: {} })))
    expect(states(it).selectable).toBe(0)
    it.put(...restored.map(each => ({ ...each, resourceVersion: '10' })))
    expect(states(it)).toEqual(NARROW)
  })

  test('does so even if the previous release runs in parallel and recorded the restored objects', async () => {
    const it = await replica(await testStore())
    it.put(...restored)
    await it.record()
    expect(states(it)).toEqual(NARROW)
    await it.accept()
    expect(states(it)).toEqual({ selectable: 300, held: 0, quarantined: 150 })
  })
})

describe('a mass disappearance', () => {
  test('pauses immediately, on every replica, until an administrator accepts it', async () => {
    const store = await testStore()
    const [one, two] = [await replica(store), await replica(store)]
    const all = many(20, 'u')
    one.put(...all)
    await one.record()
    expect(one.landscape.pause()).toBeNull()
    one.retain(...all.slice(0, 10))
    expect(one.landscape.pause()).toMatch(
      /^10 of 20 CredentialsBinding objects disappeared from garden-test at the same time, at /,
    )
    await one.record()
    await two.refresh()
    expect(two.landscape.pause()).toContain('hap landscape accept')
    expect((await one.accept()).accepted.notices).toMatchObject([{ source: 'CredentialsBinding', known: 20, gone: 10 }])
    await two.refresh()
    expect([one.landscape.pause(), two.landscape.pause()]).toEqual([null, null])
    await one.record()
    expect(one.landscape.pause()).toBeNull()
  })

  test('pauses releases at the start until the bindings were compared with the database', async () => {
    const landscape = new Landscape({ store: await testStore(), namespace: NAMESPACE, readUid: async () => null })
    await landscape.refresh()
    expect(landscape.pause()).toContain('has not checked yet')
    landscape.compared([{ source: 'CredentialsBinding', known: 12, gone: 12 }])
    expect(landscape.pause()).toMatch(/^12 of 12/)
    await landscape.refresh()
    await landscape.refresh()
    expect(landscape.pause()).toMatch(/^12 of 12/)
  })

  test('is noticed by a console that starts later', async () => {
    const store = await testStore()
    const before = await replica(store)
    before.put(...many(12, 'u'))
    await before.record()
    const after = await replica(store)
    await after.record()
    expect(after.landscape.pause()).toMatch(/^12 of 12 CredentialsBinding objects/)
  })

  test.each([
    ['nine of nine', 9, 0, false],
    ['ten of twenty-one', 21, 11, false],
    ['ten of ten', 10, 0, true],
  ])('%s shoots', async (_, known, left, paused) => {
    const it = await replica(await testStore())
    const names = Array.from({ length: known }, (_, n) => `s-${n}`)
    for (const name of names) it.shoots.put(name, shootOf(name))
    it.shoots.retain(new Set(names.slice(0, left)))
    expect(it.landscape.pause() !== null).toBe(paused)
  })

  test('pauses for a recreated namespace, but not for an unreadable one', async () => {
    const store = await testStore()
    let uid: string | null = 'first'
    const it = await replica(store, () => uid)
    await it.landscape.checkNamespace()
    uid = null
    await it.landscape.checkNamespace()
    expect(it.landscape.pause()).toBeNull()
    uid = 'second'
    await it.landscape.checkNamespace()
    expect(it.landscape.pause()).toMatch(/^Namespace garden-test was recreated/)
    await it.refresh()
    await it.accept()
    await it.landscape.checkNamespace()
    expect(it.landscape.pause()).toBeNull()
  })
})

describe('acceptance', () => {
  test('needs an administrator and a reason, and is recorded with both', async () => {
    const it = await replica(await testStore())
    it.put(named('a', 'u1'))
    await it.record()
    await expect(it.accept()).rejects.toMatchObject({ status: 409 })
    it.put(named('a', 'u2', { resourceVersion: '2' }))
    await expect(it.accept(OLGA)).rejects.toMatchObject({ status: 403, message: 'Requires the admin role.' })
    await expect(it.accept(ADA, {})).rejects.toMatchObject({ status: 400 })
    expect(it.doubts()).toEqual(['a restored'])
    await it.accept()
    const [entry, ...refused] = await listAudit(it.store.db, { action: 'accept landscape' }, { limit: 9 })
    expect(entry).toMatchObject({ actor: 'Ada', role: 'admin', outcome: 'accepted', ...REASON })
    expect(entry?.targets).toContain('CredentialsBinding/garden-test/a')
    expect(refused.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused'])
  })

  test('refuses an outdated list, and accepts the current one by its digest', async () => {
    const it = await replica(await testStore())
    it.put(named('a', 'u1'), named('b', 'u1'))
    await it.record()
    it.put(named('a', 'u2', { resourceVersion: '2' }))
    const { seen } = it.view()
    it.put(named('b', 'u2', { resourceVersion: '2' }))
    const refusal = { status: 412, message: expect.stringContaining('now 2 bindings in doubt (a and b)') }
    await expect(it.accept(ADA, { ...REASON, seen })).rejects.toMatchObject(refusal)
    expect(it.doubts()).toEqual(['a restored', 'b restored'])
    const present = it.view().seen
    it.put(named('b', 'u3', { resourceVersion: '3' }))
    await expect(it.accept(ADA, { ...REASON, seen: present })).rejects.toMatchObject({ status: 412 })
    const { accepted } = await it.accept(ADA, { ...REASON, seen: it.view().seen })
    expect(accepted.doubted.map(({ name, uid }) => `${name} ${uid}`)).toEqual(['a u2', 'b u3'])
    expect(it.doubts()).toEqual([])
  })

  test('updates the uid of the binding in its own claims only', async () => {
    const it = await replica(await testStore())
    it.put(named('a', 'u1'))
    await it.record()
    const claim = (id: string, more: object) =>
      it.store.db.claim.create({
        data: {
          id,
          idempotencyKey: id,
          requestHash: '',
          request: {},
          tenant: 'ga-1',
          status: 'active',
          bindingKind: 'CredentialsBinding',
          bindingNamespace: NAMESPACE,
          bindingName: 'a',
          bindingUid: 'u1',
          account: 'Secret/garden-test/a',
          actor: 'x',
          ...more,
        },
      })
    await claim('own', {})
    await claim('old', { bindingUid: null })
    await claim('other', { account: 'Secret/garden-test/other' })
    await claim('over', { status: 'released' })
    it.put(named('a', 'u2', { resourceVersion: '2' }))
    expect(await it.accept()).toMatchObject({ claims: 2 })
    const rows = await it.store.db.claim.findMany({ orderBy: { id: 'asc' } })
    expect(rows.map(({ id, bindingUid }) => `${id} ${bindingUid}`)).toEqual(['old u2', 'other u1', 'over u1', 'own u2'])
  })
})
