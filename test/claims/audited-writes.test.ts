import { expect, onTestFinished, test } from 'vitest'
import { type BindingWrite, writtenLines } from '#lib/hap/audit/binding-write.ts'
import { ANNOTATIONS } from '#lib/hap/pools/binding.ts'
import { LABEL_NAMES } from '#lib/hap/pools/labels.ts'
import { getAuditEntry } from '#lib/queries/audit/audit-entry.ts'
import { listActions } from '#lib/queries/audit/list-audit.ts'
import { getTimeline } from '#lib/queries/timeline.ts'
import { UnknownOutcomes } from '#lib/services/audit/resolve-outcomes.ts'
import type { CrashPoint } from '#lib/services/claims/claim-context.ts'
import { claimResolver } from '#lib/services/claims/claim-outcomes.ts'
import type { ClaimService } from '#lib/services/claims/claim-service.ts'
import { AuditLog, closeAbandoned } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import { storeLedger } from '#lib/store/claims/store-ledger.ts'
import type { Store } from '#lib/store/store.ts'
import { endLeases } from '../crash/recover-console.ts'
import { accessBy } from '../garden/access-by.ts'
import { waitUntil } from '../kit/wait.ts'
import { FREE, SHARED, type World, world } from './claim-world.ts'
import { awsRequest, testRules, trialRequest } from './schedules/test-rules.ts'
import { type RunningService, serviceOn } from './service-on.ts'

const ADA = { actor: { name: 'Ada', role: 'admin' }, requestId: null }

/** For each binding, the changed labels of HAP; Gardener adds its own. */
function labelChanges(writes: readonly BindingWrite[]): readonly string[] {
  const words = (write: BindingWrite) =>
    writtenLines(write)
      .filter(({ key }) => LABEL_NAMES.some(name => name === key))
      .map(({ change, key, value }) => `${change === 'added' ? '+' : '-'}${key}=${value}`)
  return writes.map(write => [write.binding.split('/')[2], ...words(write)].join(' '))
}

/** Actor, action and outcome of the entries that a search finds. */
async function foundBy(store: Store, q: string): Promise<readonly string[]> {
  const { rows } = await listActions(store.db, { q, upTo: null, before: null, limit: 20 }, Date.now())
  return rows.map(({ actor, action, outcome }) => `${actor} ${action} ${outcome}`)
}

/** Entries that a search for a binding of this name finds. */
const foundByBinding = ({ namespace, store }: World, name: string) =>
  foundBy(store, `target:CredentialsBinding/${namespace}/${name}`)

const changesOf = async (store: Store, action: string) =>
  (await listAudit(store.db, { action }, { limit: 10 })).map(({ wrote }) => labelChanges(wrote))

const noted = (store: Store, entries: number) => waitUntil(async () => (await store.db.auditEntry.count()) >= entries)

/** Two bindings of one account, whose first one a claim has. */
async function twins(): Promise<World & { readonly twin: RunningService; readonly id: string }> {
  const all = await world({})
  all.add('twin', FREE, ['twin-1', 'twin-2'])
  const twin = await all.start('p2')
  const { claim } = await all.claim(awsRequest('t-1'), 'k1', twin.service)
  expect(claim.binding?.name).toBe('twin-1')
  await noted(all.store, 2)
  return { ...all, twin, id: claim.id }
}

/** Starts work in a process that stops at a crash point, and ends its leases. */
async function crashAt(
  { garden, namespace, store }: World,
  point: CrashPoint,
  work: (service: ClaimService) => Promise<unknown>,
  times = 1,
): Promise<void> {
  let left = times
  let isOver = false
  const reached = (at: CrashPoint) => {
    if (at !== point || --left > 0) return Promise.resolve()
    isOver = true
    return new Promise<void>(() => {})
  }
  const access = accessBy(garden.kubeconfig('admin'))
  const options = { access, namespace, store, holder: `dying-${point}`, rules: () => testRules(), errors: [] }
  const dying = await serviceOn({ ...options, change: { reached } })
  onTestFinished(() => dying.stop())
  void work(dying.service)
  await waitUntil(() => isOver)
  await endLeases(store)
}

test('a claim of a free account records its binding and the label that was set', async () => {
  const all = await world({ a: FREE })
  const { claim, store } = all
  await claim(awsRequest('t-1'), 'k1')
  await noted(store, 2)
  expect(await foundByBinding(all, 'a')).toEqual(['olga claim accepted'])
  expect(await foundByBinding(all, 'b')).toEqual([])
  const [entry] = await listAudit(store.db, { action: 'claim' }, { limit: 1 })
  expect(entry?.wrote).toMatchObject([
    {
      found: false,
      before: { labels: FREE },
      after: { labels: { ...FREE, tenantName: 't-1' }, annotations: { [ANNOTATIONS.epoch]: '1' } },
    },
  ])
  expect(entry?.result).not.toHaveProperty('wrote')
  expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
})

test('claims of an own and of a shared account record their bindings, whose labels do not change', async () => {
  const all = await world({ a: { ...FREE, tenantName: 't-1' }, s: SHARED })
  const { claim, store } = all
  await claim(awsRequest('t-1'), 'k1')
  await claim(trialRequest('t-2'), 'k2')
  await noted(store, 4)
  expect(await changesOf(store, 'claim')).toEqual([['s'], ['a']])
  expect(await foundByBinding(all, 'a')).toEqual(['olga claim accepted'])
  expect(await foundByBinding(all, 's')).toEqual(['olga claim accepted'])
})

test('a release records every binding it marked, in its entry, the search and their timelines', async () => {
  const { twin, id, store, namespace } = await twins()
  await twin.service.release(id, ADA)
  await noted(store, 4)
  expect(await changesOf(store, 'release')).toEqual([['twin-1 +dirty=true', 'twin-2 +dirty=true']])
  for (const name of ['twin-1', 'twin-2']) {
    const found = await foundBy(store, `target:CredentialsBinding/${namespace}/${name}`)
    expect(found).toContain('Ada release accepted')
    expect(await foundBy(store, name)).toContain('Ada release accepted')
  }
  const [release] = await listAudit(store.db, { action: 'release' }, { limit: 1 })
  const entry = await getAuditEntry(store.db, release?.seq ?? 0n)
  expect(entry?.wrote.map(({ binding, lines }) => [binding, lines.filter(({ key }) => key === 'dirty')])).toEqual(
    ['twin-1', 'twin-2'].map(name => [
      `CredentialsBinding/${namespace}/${name}`,
      [{ change: 'added', key: 'dirty', value: 'true', note: 'label' }],
    ]),
  )
  const ref = (name: string) => ({ kind: 'CredentialsBinding', namespace, name }) as const
  const ofSibling = await getTimeline(store.db, ref('twin-2'))
  expect(ofSibling.items).toMatchObject([
    { kind: 'action', row: { actor: 'Ada', action: 'release', outcome: 'accepted', change: 'free → dirty' } },
  ])
  const ofOwn = await getTimeline(store.db, ref('twin-1'))
  expect(ofOwn.items).toMatchObject([
    { kind: 'claim', claim: { what: 'released', actor: 'Ada' } },
    { kind: 'claim', claim: { what: 'claimed', actor: 'olga' } },
  ])
  expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
})

test.each([1, 2])('a release whose process ended after mark %i records both bindings', async marks => {
  const all = await twins()
  const { twin, id, store } = all
  await crashAt(all, 'after-dirty-write', service => service.release(id, ADA), marks)
  await closeAbandoned(store, new Date(Date.now() + 1_000))
  await waitUntil(() => twin.inventory.bindingsOfAccount(accountOf(twin)).filter(isDirty).length === marks)
  await twin.service.sweep()
  expect((await twin.service.get(id)).claim.status).toBe('released')
  await noted(store, 5)
  const [changes = []] = await changesOf(store, 'release')
  expect(changes.toSorted()).toEqual(['twin-1 +dirty=true', 'twin-2 +dirty=true'])
  expect(await foundBy(store, 'target:twin-2')).toEqual(['Ada release accepted'])
})

test('resolves a release whose outcome was lost from the bindings of the account', async () => {
  const { twin, id, store } = await twins()
  await twin.service.release(id, ADA)
  await noted(store, 4)
  const [recorded] = await listAudit(store.db, { action: 'release' }, { limit: 1 })
  // Simulates the loss by a later entry of the same claim, which its row names.
  const draft = { actor: ADA.actor, action: 'release', targets: [`Claim/${id}`], reason: null, ticket: null }
  const again = new AuditLog(store, () => new Date(recorded?.at ?? ''))
  const seq = await again.intent({ ...draft, requestId: null })
  await store.db.claim.update({ where: { id }, data: { auditSeq: seq } })
  await closeAbandoned(store, new Date(Date.now() + 1_000))
  await waitUntil(() => twin.inventory.bindingsOfAccount(accountOf(twin)).every(isDirty))
  const { db } = store
  const bindingsOfAccount = (account: string) => twin.inventory.bindingsOfAccount(account)
  const looker = claimResolver({ db, ledger: storeLedger(store), bindingsOfAccount })
  expect(await new UnknownOutcomes({ db, audit: new AuditLog(store) }, [looker]).settle()).toBe(1)
  const [found] = await listAudit(store.db, { action: 'release' }, { limit: 1 })
  expect(found).toMatchObject({ seq, outcome: 'accepted' })
  expect(labelChanges(found?.wrote ?? []).toSorted()).toEqual(['twin-1 +dirty=true', 'twin-2 +dirty=true'])
})

const accountOf = ({ inventory }: RunningService) => `Secret/${inventory.namespace}/twin`
const isDirty = ({ labels }: { readonly labels: Readonly<Record<string, string>> }) => labels.dirty === 'true'

test.each<[CrashPoint, readonly string[]]>([
  ['after-intent', ['a']],
  ['after-write', ['a +tenantName=t-1']],
  ['after-confirm', ['a +tenantName=t-1']],
])('a claim whose process ended %s records what it or its recovery wrote', async (point, expected) => {
  const all = await world({ a: FREE })
  const { store, service } = all
  await crashAt(all, point, dying => all.claim(awsRequest('t-1'), 'k1', dying))
  await closeAbandoned(store, new Date(Date.now() + 1_000))
  await service.sweep()
  const looker = claimResolver({ db: store.db, ledger: storeLedger(store), bindingsOfAccount: () => [] })
  await new UnknownOutcomes({ db: store.db, audit: new AuditLog(store) }, [looker]).settle()
  await noted(store, 3)
  expect(await changesOf(store, 'claim')).toEqual([expected])
  expect(await foundByBinding(all, 'a')).toHaveLength(1)
  expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
})
