import { expect, test } from 'vitest'
import { formatTimelineCursor, getTimeline, parseTimelineCursor, type TimelineItem } from '#lib/queries/timeline.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { type BindingSnapshot, observeBindings, recordChange } from '#lib/store/states/binding-states.ts'
import type { Store } from '#lib/store/store.ts'
import { testStore } from './test-store.ts'

const BINDING = { kind: 'CredentialsBinding', namespace: 'garden', name: 'aws-1' } as const
const KEY = 'CredentialsBinding/garden/aws-1'
const FREE: BindingSnapshot = {
  ...BINDING,
  uid: 'u-1',
  account: 'Secret/garden/aws-1',
  poolKey: 'aws',
  tenant: null,
  state: 'free',
  notedSince: null,
  epoch: null,
  annotations: {},
}
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute))

const see = (store: Store, minute: number, changes: Partial<BindingSnapshot>) =>
  observeBindings(store, { present: [{ ...FREE, ...changes }], gone: [], at: at(minute) })

async function act(store: Store, minute: number, action: string, targets: readonly string[]): Promise<void> {
  const log = new AuditLog(store, () => at(minute))
  const actor = { name: 'operator', role: 'operator' }
  await log.refused({ actor, action, targets, reason: 'why', ticket: null, requestId: null }, 'no')
}

/** Sets another cluster of a claim. */
async function name(store: Store, minute: number, id: string, [old, young]: readonly [string | null, string]) {
  const log = new AuditLog(store, () => at(minute))
  const { tenant, bindingName } = await store.db.claim.findUniqueOrThrow({ where: { id } })
  const stateWith = (cluster: string | null) => ({
    status: 'reserved',
    binding: { ...BINDING, name: bindingName },
    cluster,
  })
  const actor = { name: 'operator', role: 'operator' }
  const targets = [`Claim/${id}`, `GlobalAccount/${tenant}`]
  const draft = { actor, action: 'set-cluster', targets, reason: null, ticket: null, requestId: null }
  const intent = await log.intent({ ...draft, before: stateWith(old), after: { plan: 'aws', cluster: young } })
  await log.outcome({ intent, actor, outcome: 'accepted', detail: null, after: stateWith(young) })
}

async function claim(store: Store, id: string, changes: object): Promise<void> {
  await store.db.claim.create({
    data: {
      id,
      idempotencyKey: id,
      requestHash: 'hash',
      request: { plan: 'aws' },
      tenant: 'ga-1',
      plan: 'aws',
      status: 'active',
      bindingKind: BINDING.kind,
      bindingNamespace: BINDING.namespace,
      bindingName: BINDING.name,
      actor: 'keb',
      createdAt: at(0),
      ...changes,
    },
  })
}

const words = (item: TimelineItem) => {
  const time = item.at.slice(14, 16)
  if (item.kind === 'state') return `${time} ${item.from} → ${item.to} ${item.tenant ?? ''}`.trim()
  if (item.kind === 'action') return `${time} ${item.row.action} ${item.row.outcome}`
  const { what, claims, tenant } = item.claim
  return `${time} ${claims === 1 ? '' : `${claims} `}${what} ${tenant ?? ''}`.trim()
}

async function history(store: Store): Promise<void> {
  await see(store, 0, {})
  await claim(store, 'c-1', { reservedAt: at(5), releasedAt: at(20), status: 'released' })
  await see(store, 6, { state: 'claimed', tenant: 'ga-1' })
  await act(store, 7, 'claim', ['Claim/c-1', 'GlobalAccount/ga-1'])
  await act(store, 10, 'mark-dirty', [KEY, 'GlobalAccount/ga-1'])
  await act(store, 11, 'hold', ['CredentialsBinding/garden/aws-2', 'GlobalAccount/ga-2'])
  await see(store, 21, { state: 'dirty', tenant: 'ga-1' })
  await claim(store, 'c-2', { bindingName: 'aws-2', reservedAt: at(12) })
  await claim(store, 'c-3', { bindingKind: null, bindingName: null, status: 'refused', createdAt: at(13) })
  await claim(store, 'c-4', { tenant: 'ga-9', adopted: true, activeAt: at(1) })
  await claim(store, 'c-5', { tenant: 'ga-8', adopted: true, activeAt: at(1) })
}

test('lists the events of a binding, newest first', async () => {
  const store = await testStore()
  await history(store)
  const { items, next, recordedSince } = await getTimeline(store.db, BINDING)
  expect(items.map(words)).toEqual([
    '21 claimed → dirty ga-1',
    '20 released ga-1',
    '10 mark-dirty refused',
    '06 free → claimed ga-1',
    '05 claimed ga-1',
    '01 2 adopted',
    '00 null → free',
  ])
  expect([next, recordedSince]).toEqual([null, at(0).toISOString()])
})

test('lists the events of a global account, each claim once', async () => {
  const store = await testStore()
  await history(store)
  const { items } = await getTimeline(store.db, { tenant: 'ga-1' })
  expect(items.map(words)).toEqual([
    '21 claimed → dirty ga-1',
    '20 released ga-1',
    '13 refused ga-1',
    '12 claimed ga-1',
    '10 mark-dirty refused',
    '06 free → claimed ga-1',
    '05 claimed ga-1',
  ])
})

test('distinguishes claims that were cancelled or expired from released ones, and continues after them', async () => {
  const store = await testStore()
  const ended = { bindingKind: null, bindingName: null, status: 'released' } as const
  await claim(store, 'c-1', { ...ended, cause: 'cancelled', releasedAt: at(1) })
  await claim(store, 'c-2', { ...ended, cause: 'expired', releasedAt: at(2) })
  await claim(store, 'c-3', { ...ended, releasedAt: at(3) })
  const { items } = await getTimeline(store.db, { tenant: 'ga-1' })
  expect(items.map(words)).toEqual(['03 released ga-1', '02 expired ga-1', '01 cancelled ga-1'])
  const claimOf = (what: 'expired' | 'cancelled') => ({ at: at(2).toISOString(), id: 'c-2', what })
  const cursor = { state: null, action: null, claim: claimOf('expired') }
  expect(parseTimelineCursor(formatTimelineCursor(cursor))).toEqual(cursor)
  expect((await getTimeline(store.db, { tenant: 'ga-1' }, cursor)).items.map(words)).toEqual(['01 cancelled ga-1'])
})

test('gives the reason of a release to the release only, also where claims were adopted together', async () => {
  const store = await testStore()
  const released = { releasedAt: at(20), status: 'released' }
  await claim(store, 'c-1', { reservedAt: at(5), message: 'The cluster is gone.', ...released })
  await claim(store, 'c-2', { adopted: true, activeAt: at(1), message: 'The shoot was deleted.', ...released })
  await claim(store, 'c-3', { adopted: true, activeAt: at(1) })
  const { items } = await getTimeline(store.db, BINDING)
  expect(items.map(item => (item.kind === 'claim' ? [words(item), item.claim.message] : null))).toEqual([
    ['20 released ga-1', 'The shoot was deleted.'],
    ['20 released ga-1', 'The cluster is gone.'],
    ['05 claimed ga-1', null],
    ['01 2 adopted ga-1', null],
  ])
})

test('shows a state change with the action that caused it', async () => {
  const store = await testStore()
  await see(store, 0, {})
  await act(store, 1, 'hold', [KEY])
  const cause = { cause: 'hold', actor: 'operator', claimId: null, auditSeq: 1n }
  const held: BindingSnapshot = { ...FREE, state: 'held' }
  await store.transaction(tx => recordChange(tx, { before: FREE, now: held }, cause, at(2)), {
    isolation: 'read-committed',
  })
  const { items } = await getTimeline(store.db, BINDING)
  expect(items.map(words)).toEqual(['01 hold refused', '00 null → free'])
  expect(items[0]).toMatchObject({ led: { from: 'free', to: 'held' } })
})

test('keeps the state changes of an action on several bindings apart', async () => {
  const store = await testStore()
  await act(store, 1, 'mark-dirty', [KEY, 'GlobalAccount/ga-1'])
  const cause = { cause: 'mark-dirty', actor: 'operator', claimId: null, auditSeq: 1n }
  const present: readonly BindingSnapshot[] = [
    { ...FREE, name: 'aws-1', state: 'claimed', tenant: 'ga-1' },
    { ...FREE, name: 'aws-2', state: 'held', tenant: 'ga-1' },
  ]
  await observeBindings(store, { present, gone: [], at: at(0) })
  for (const before of present) {
    const written = { before, now: { ...before, state: 'dirty' as const } }
    await store.transaction(tx => recordChange(tx, written, cause, at(2)), { isolation: 'read-committed' })
  }
  const { items } = await getTimeline(store.db, { tenant: 'ga-1' })
  expect(items.map(words).slice(0, 3)).toEqual([
    '02 held → dirty ga-1',
    '02 claimed → dirty ga-1',
    '01 mark-dirty refused',
  ])
  expect(items[2]).toMatchObject({ led: null })
})

test.each([
  ['a binding', BINDING],
  ['a global account', { tenant: 'ga-1' }],
] as const)('the history of %s shows when a claim got its cluster, and no later name of the cluster', async (_, of) => {
  const store = await testStore()
  await claim(store, 'c-1', { reservedAt: at(5), cluster: 'named-last' })
  await claim(store, 'c-2', { reservedAt: at(6), cluster: 'asked-for' })
  await claim(store, 'c-3', { bindingName: 'aws-2', tenant: 'ga-2', reservedAt: at(6) })
  await name(store, 7, 'c-1', [null, 'named-first'])
  await name(store, 8, 'c-1', ['named-first', 'named-last'])
  await name(store, 9, 'c-3', [null, 'of-another'])
  const { items } = await getTimeline(store.db, of)
  const lineOf = (item: TimelineItem) =>
    `${words(item)} ${item.kind === 'claim' ? item.claim.cluster : item.kind === 'action' ? item.row.change : ''}`
  expect(items.map(lineOf)).toEqual([
    '08 set-cluster accepted cluster named-last',
    '07 set-cluster accepted cluster named-first',
    '06 claimed ga-1 asked-for',
    '05 claimed ga-1 null',
  ])
})

test('is empty before the first start', async () => {
  const store = await testStore()
  expect(await getTimeline(store.db, BINDING)).toEqual({ items: [], next: null, recordedSince: null })
})

test('pages follow each other without a gap or a repeat while new events arrive', async () => {
  const store = await testStore()
  for (let n = 0; n < 40; n++) {
    await see(store, n, { state: n % 2 === 0 ? 'free' : 'claimed' })
    await act(store, n, `a-${n}`, [KEY])
    await claim(store, `c-${n}`, { reservedAt: at(n), releasedAt: n % 3 === 0 ? at(n) : null })
  }
  const keys: string[] = []
  let page = await getTimeline(store.db, BINDING)
  for (;;) {
    keys.push(...page.items.map(({ key }) => key))
    if (page.next === null) break
    await act(store, 59, 'later', [KEY])
    const place = parseTimelineCursor(page.next)
    if (place === null) throw new Error('no place')
    page = await getTimeline(store.db, BINDING, place)
  }
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys).toHaveLength(40 + 40 + 40 + 14)
})
