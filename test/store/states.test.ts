import { expect, test } from 'vitest'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { StateClocks } from '#lib/queries/bindings/state-clocks.ts'
import { type BindingSnapshot, observeBindings, recordChange } from '#lib/store/states/binding-states.ts'
import { listDayFlows, listStateChanges, readRecordingStart } from '#lib/store/states/state-history.ts'
import type { Store } from '#lib/store/store.ts'
import { testStore } from './test-store.ts'

const FREE: BindingSnapshot = {
  kind: 'CredentialsBinding',
  namespace: 'garden',
  name: 'aws-1',
  uid: 'u-1',
  account: 'Secret/garden/aws-1',
  poolKey: 'aws',
  tenant: null,
  state: 'free',
  notedSince: null,
  epoch: null,
  annotations: {},
}
const CLAIMED: BindingSnapshot = { ...FREE, state: 'claimed', tenant: 'ga-1', epoch: 1n }
const at = (time: string) => new Date(`2026-11-${time}:00.000Z`)

const see = (store: Store, present: readonly BindingSnapshot[], time: string, gone: readonly BindingSnapshot[] = []) =>
  observeBindings(store, { present, gone, at: at(time) })

const states = async (store: Store) =>
  (await listStateChanges(store.db, FREE, { limit: 10 })).map(({ fromState, toState, cause, actor }) =>
    [fromState, toState, cause, actor].join(' '),
  )

const known = ({ db }: Store) => db.bindingState.findFirst({ where: { name: FREE.name } })

test('records an observed state once, with the time it began', async () => {
  const store = await testStore()
  expect(await see(store, [FREE], '20T10:00')).toBe(1)
  expect(await see(store, [{ ...FREE, annotations: { 'hap.kyma-project.io/epoch': '0' } }], '20T11:00')).toBe(0)
  expect(await known(store)).toMatchObject({ state: 'free', since: at('20T10:00') })
  expect(await see(store, [CLAIMED], '21T10:00')).toBe(1)
  expect(await known(store)).toMatchObject({ state: 'claimed', since: at('21T10:00'), epoch: 1n })
  expect(await see(store, [{ ...CLAIMED, tenant: 'ga-2' }], '21T11:00')).toBe(1)
  expect(await known(store)).toMatchObject({ tenant: 'ga-2', since: at('21T11:00') })
  expect(await see(store, [], '22T10:00', [FREE])).toBe(1)
  expect(await see(store, [], '22T11:00', [FREE])).toBe(0)
  expect(await known(store)).toBeNull()
  expect(await states(store)).toEqual([
    'claimed  observed ',
    'claimed claimed observed ',
    'free claimed observed ',
    ' free observed ',
  ])
})

test('a state begins at its annotated time, unless that time belongs to the previous state', async () => {
  const store = await testStore()
  const noted = (time: string) => ({ notedSince: at(time) })
  await see(store, [{ ...FREE, ...noted('10T10:00') }], '20T10:00')
  expect(await known(store)).toMatchObject({ state: 'free', since: at('10T10:00') })
  await see(store, [{ ...CLAIMED, ...noted('10T10:00') }], '21T10:00')
  expect(await known(store)).toMatchObject({ state: 'claimed', since: at('21T10:00') })
  await see(store, [{ ...CLAIMED, state: 'dirty', ...noted('22T08:00') }], '22T10:00')
  expect(await known(store)).toMatchObject({ state: 'dirty', since: at('22T08:00') })
  await see(store, [{ ...FREE, ...noted('23T10:01') }], '23T10:00')
  expect(await known(store)).toMatchObject({ state: 'free', since: at('23T10:00') })
})

test('mirrors annotations and epochs without a state change', async () => {
  const store = await testStore()
  await see(store, [FREE], '20T10:00')
  expect(await see(store, [{ ...FREE, epoch: 4n, annotations: { note: 'x' } }], '20T11:00')).toBe(0)
  expect(await known(store)).toMatchObject({ epoch: 4n, annotations: { note: 'x' }, since: at('20T10:00') })
  expect(await states(store)).toHaveLength(1)
})

test('reads the start times of states, including those of other replicas', async () => {
  const store = await testStore()
  const clocks = new StateClocks()
  const binding = { ...FREE, labels: {}, annotations: {} } as unknown as Binding
  await see(store, [FREE, { ...FREE, name: 'aws-2' }], '20T10:00')
  await clocks.read(store.db, 'garden')
  const first = clocks.changes
  expect([clocks.of(binding, 'free'), clocks.of(binding, 'dirty')]).toEqual([at('20T10:00').getTime(), null])
  expect(clocks.of({ ...binding, uid: 'another' }, 'free')).toBeNull()
  await see(store, [{ ...CLAIMED, state: 'dirty' }], '21T10:00')
  await clocks.read(store.db, 'garden')
  expect([clocks.of(binding, 'free'), clocks.of(binding, 'dirty')]).toEqual([null, at('21T10:00').getTime()])
  expect(clocks.changes).toBe(first + 1)
  await clocks.read(store.db, 'elsewhere')
  expect(clocks.changes).toBe(first + 1)
})

test('the start of a state is known if it was annotated or observed, not at the first observation', async () => {
  const store = await testStore()
  const clocks = new StateClocks()
  const old = { ...FREE, createdAt: at('01T10:00').toISOString(), labels: {}, annotations: {} } as unknown as Binding
  const named = (name: string) => ({ ...old, name, uid: name }) as Binding
  const put = (name: string) => ({ ...FREE, name, uid: name })
  const fresh = { ...named('new'), createdAt: at('20T10:00').toISOString() } as Binding
  await see(
    store,
    [put('old'), { ...put('noted'), notedSince: at('10T10:00') }, put('new'), put('claimed')],
    '20T10:00',
  )
  await clocks.read(store.db, 'garden')
  const firstLooks = () =>
    [named('old'), named('noted'), fresh, named('claimed')].map(binding =>
      (['free', 'claimed'] as const).map(state => clocks.isFirstLook(binding, state)).join(),
    )
  expect(firstLooks()).toEqual(['true,false', 'false,false', 'false,false', 'true,false'])
  expect(clocks.of(named('old'), 'free')).toBe(at('20T10:00').getTime())

  await see(store, [{ ...put('claimed'), state: 'claimed', tenant: 'ga-1' }], '21T10:00')
  await clocks.read(store.db, 'garden')
  expect(firstLooks()).toEqual(['true,false', 'false,false', 'false,false', 'false,false'])
  await see(store, [{ ...put('old'), poolKey: 'gcp' }], '21T11:00')
  await clocks.read(store.db, 'garden')
  expect(clocks.isFirstLook(named('old'), 'free')).toBe(true)
})

test('a change made by HAP is not a first observation', async () => {
  const store = await testStore()
  const clocks = new StateClocks()
  const cause = { cause: 'claim', actor: 'keb', claimId: null, auditSeq: 7n }
  await store.transaction(tx => recordChange(tx, { before: FREE, now: CLAIMED }, cause, at('20T10:00')), {
    isolation: 'read-committed',
  })
  await clocks.read(store.db, 'garden')
  const binding = { ...CLAIMED, createdAt: at('01T10:00').toISOString() } as unknown as Binding
  expect([clocks.of(binding, 'claimed'), clocks.isFirstLook(binding, 'claimed')]).toEqual([
    at('20T10:00').getTime(),
    false,
  ])
})

test('does not read unchanged start times again', async () => {
  const store = await testStore()
  let rows = 0
  const db = new Proxy(store.db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (name !== '$queryRaw' || typeof value !== 'function') return value
      return async (...query: unknown[]) => {
        const found = (await value.apply(target, query)) as unknown[]
        rows += found.length
        return found
      }
    },
  })
  const clocks = new StateClocks()
  const read = async () => {
    rows = 0
    await clocks.read(db, 'garden')
    return rows
  }
  const many = Array.from({ length: 50 }, (_, n) => ({ ...FREE, name: `aws-${n}`, uid: `u-${n}` }))
  await see(store, many, '20T10:00')
  expect(await read()).toBeGreaterThanOrEqual(50)
  await read()
  expect(await read()).toBeLessThan(5)
  await see(store, [{ ...CLAIMED, name: 'aws-7', uid: 'u-7' }], '20T10:00')
  const changes = clocks.changes
  await read()
  expect(clocks.changes).toBe(changes + 1)
})

test('several replicas that observe the same changes record them once', async () => {
  const store = await testStore()
  const many = Array.from({ length: 1_200 }, (_, n) => ({ ...FREE, name: `aws-${n}`, uid: `u-${n}` }))
  const counts = await Promise.all([1, 2, 3].map(() => see(store, many, '20T10:00')))
  expect(counts.reduce((a, b) => a + b)).toBe(1_200)
  expect(await store.db.stateChange.count()).toBe(1_200)
})

test.each(['noted first', 'seen first'])('a change made by HAP is one line with its cause: %s', async order => {
  const store = await testStore()
  await see(store, [FREE], '20T10:00')
  const note = () =>
    store.transaction(
      tx =>
        recordChange(
          tx,
          { before: FREE, now: CLAIMED },
          { cause: 'claim', actor: 'keb', claimId: 'c-1', auditSeq: 7n },
          at('20T11:00'),
        ),
      { isolation: 'read-committed' },
    )
  const seen = () => see(store, [CLAIMED], '20T11:00')
  for (const step of order === 'noted first' ? [note, seen] : [seen, note]) await step()
  expect(await states(store)).toEqual(['free claimed claim keb', ' free observed '])
  expect(await store.db.stateChange.findMany({ where: { tenant: 'ga-1' } })).toMatchObject([
    { claimId: 'c-1', auditSeq: 7n },
  ])
})

test('a write that changes no state does not take the change of another client', async () => {
  const store = await testStore()
  const dirty: BindingSnapshot = { ...CLAIMED, state: 'dirty' }
  await see(store, [CLAIMED], '20T10:00')
  await see(store, [dirty], '20T11:00')
  const cause = { cause: 'start-cleaning', actor: 'operator', claimId: null, auditSeq: 7n }
  const written = { before: dirty, now: { ...dirty, epoch: 2n } }
  await store.transaction(tx => recordChange(tx, written, cause, at('21T10:00')), { isolation: 'read-committed' })
  expect(await states(store)).toEqual(['claimed dirty observed ', ' claimed observed '])
})

test('histories continue page by page', async () => {
  const store = await testStore()
  for (const [place, snapshot] of [FREE, CLAIMED, FREE, CLAIMED].entries())
    await see(store, [snapshot], `20T1${place}:00`)
  const first = await listStateChanges(store.db, FREE, { limit: 3 })
  const rest = await listStateChanges(store.db, FREE, { limit: 3, before: first.at(-1)?.id ?? 0n })
  expect([...first, ...rest].map(({ toState }) => toState)).toEqual(['claimed', 'free', 'claimed', 'free'])
})

test('counts claimed and freed accounts per pool and UTC day', async () => {
  const store = await testStore()
  expect(await readRecordingStart(store.db)).toBeNull()
  const other = { ...FREE, name: 'gcp-1', poolKey: 'gcp' }
  await see(store, [FREE, other, { ...CLAIMED, name: 'aws-2' }], '20T23:59')
  await see(store, [CLAIMED, { ...other, state: 'held' }], '21T00:00')
  await see(store, [{ ...CLAIMED, state: 'dirty' }, other], '21T10:00')
  await see(store, [FREE], '22T10:00')
  await see(store, [CLAIMED, { ...other, state: 'claimed', tenant: 'ga-2' }], '22T11:00')
  expect(await readRecordingStart(store.db)).toEqual(at('20T23:59'))
  const flows = [
    { day: '2026-11-21', poolKey: 'aws', claimed: 1, freed: 0 },
    { day: '2026-11-22', poolKey: 'aws', claimed: 1, freed: 1 },
    { day: '2026-11-22', poolKey: 'gcp', claimed: 1, freed: 0 },
  ]
  expect(await listDayFlows(store.db, at('20T00:00'))).toEqual(flows)
  expect(await listDayFlows(store.db, at('22T00:00'))).toEqual(flows.slice(1))
})

test('counts an account of several bindings once per change, and again when it changes again', async () => {
  const store = await testStore()
  const twin: BindingSnapshot = { ...FREE, kind: 'SecretBinding', uid: 'uid of the twin' }
  const dirty = (one: BindingSnapshot): BindingSnapshot => ({ ...one, state: 'dirty' })
  await see(store, [FREE, twin], '20T10:00')
  for (const hour of ['10', '14']) {
    await see(store, [CLAIMED], `21T${hour}:00`)
    // A release marks every binding of the account.
    await see(store, [dirty(CLAIMED), dirty(twin)], `21T${hour}:10`)
    await see(store, [FREE, twin], `21T${hour}:40`)
  }
  expect(await listDayFlows(store.db, at('20T00:00'))).toEqual([
    { day: '2026-11-21', poolKey: 'aws', claimed: 2, freed: 2 },
  ])
})
