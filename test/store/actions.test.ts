import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ConsistentShoots } from '#lib/garden/consistent-shoots.ts'
import { type Landing, newWriteId, traceOf } from '#lib/garden/writes/write-trace.ts'
import { epochOf, raiseEpochChange } from '#lib/hap/lifecycle/change.ts'
import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { listChangeAuthors } from '#lib/queries/audit/audit-entry.ts'
import { accountClaims } from '#lib/services/actions/account-claims.ts'
import type { AccountClaims, AccountFence, ActionContext } from '#lib/services/actions/action-context.ts'
import type { RememberedBindings } from '#lib/services/actions/action-order.ts'
import { createActionService } from '#lib/services/actions/action-service.ts'
import { actionResolver, recoverChecks } from '#lib/services/actions/recover-actions.ts'
import { UnknownOutcomes } from '#lib/services/audit/resolve-outcomes.ts'
import { claimResolver } from '#lib/services/claims/claim-outcomes.ts'
import { AuditLog, closeAbandoned } from '#lib/store/audit/audit-log.ts'
import type { JsonValue } from '#lib/store/audit/entry.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import { storeLedger } from '#lib/store/claims/store-ledger.ts'
import type { OpenStore } from '#lib/store/open-store.ts'
import { shootObject } from '../claims/account-objects.ts'
import { endLeases } from '../crash/recover-console.ts'
import { type ActionKit, between, keyOf, OPERATOR, startActionKit } from '../garden/action-kit.ts'
import { WRITER } from '../garden/write-garden.ts'
import { testStore } from './test-store.ts'

const LATER = 180_000

let kit: ActionKit

beforeAll(async () => {
  kit = await startActionKit()
})

afterEach(() => kit.garden.faults.clear())

afterAll(() => kit.stop())

async function start(changes: Partial<ActionContext> = {}) {
  const store = await testStore()
  const claims = accountClaims(store, 'this process')
  const context = kit.context({ audit: new AuditLog(store), claims, ...changes })
  const perform = (action: Parameters<ReturnType<typeof createActionService>['perform']>[0], binding: Binding) => {
    const { kind, namespace, name } = binding
    const input = { binding: { kind, namespace, name }, reason: 'ticket 4711' }
    return createActionService(context).perform(action, OPERATOR, input, { requestId: 'r-1' })
  }
  return { store, context, claims, perform }
}

async function fenceOf(claims: AccountClaims, binding: Binding): Promise<AccountFence> {
  const fence = await claims.fence(keyOf(binding))
  if (typeof fence === 'string') throw new Error(`the account is ${fence}`)
  return fence
}

const records = ({ db }: OpenStore) => listAudit(db, {}, { limit: 10 })

test('records a completed and a refused action in a valid audit chain', async () => {
  const { store, perform } = await start()
  const binding = kit.idle()
  expect(await perform('release', binding)).toMatchObject({ status: 'done' })
  expect(await perform('lift', binding)).toMatchObject({ status: 'refused' })
  expect(await records(store)).toMatchObject([
    { action: 'lift', outcome: 'refused', detail: 'Not quarantined.' },
    {
      action: 'release',
      actor: 'olga',
      targets: [bindingKey(binding), `GlobalAccount/${binding.labels.tenantName}`],
      outcome: 'accepted',
      before: { labels: binding.labels },
      result: { labels: { dirty: 'true' } },
    },
  ])
  expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
})

test('records ten refused calls of a user a minute one by one and the rest as one entry, and each of a job', async () => {
  const store = await testStore()
  const audit = new AuditLog(store, () => new Date(0))
  const { kind, namespace, name } = kit.idle()
  const call = (user: typeof OPERATOR, options: { readonly remembered?: RememberedBindings } = {}) => {
    const input = { binding: { kind, namespace, name }, reason: 'ticket 4711' }
    return createActionService(kit.context({ audit })).perform('lift', user, input, { requestId: 'r-1', ...options })
  }
  const vera = { id: '9', name: 'vera', role: 'viewer' } as const
  for (let count = 0; count < 15; count++) {
    await call(vera)
    await call(OPERATOR)
  }
  for (let count = 0; count < 12; count++) await call(OPERATOR, { remembered: new Map() })
  await audit.summarizeRefusals(true)
  const entries = await listAudit(store.db, {}, { limit: 100 })
  expect(entries.filter(({ actor }) => actor === 'vera')).toHaveLength(11)
  expect(entries.filter(({ actor }) => actor === OPERATOR.name)).toHaveLength(11 + 12)
  expect(entries).toContainEqual(
    expect.objectContaining({
      actor: 'vera',
      detail: expect.stringMatching(/^5 more calls .* The first: Requires the operator role\.$/),
    }),
  )
})

test('lists who changed a binding between two epochs, and why, oldest first', async () => {
  const { store, perform } = await start()
  const binding = kit.idle()
  const epoch = async () => epochOf(await kit.observer.read(binding))
  const ref = { kind: binding.kind, namespace: binding.namespace, name: binding.name }
  const seen = await epoch()
  expect(await perform('hold', binding)).toMatchObject({ status: 'done' })
  const held = await epoch()
  expect(await perform('lift', binding)).toMatchObject({ status: 'refused' })
  expect(await perform('unhold', binding)).toMatchObject({ status: 'done' })
  const actions = async (from: number, to: number) =>
    (await listChangeAuthors(store.db, ref, { from, to })).map(({ action, actor, role, reason }) => [
      action,
      actor,
      role,
      reason,
    ])
  const hold = ['hold', 'olga', 'operator', 'ticket 4711']
  const unhold = ['unhold', 'olga', 'operator', 'ticket 4711']
  expect(await actions(seen, held)).toEqual([hold])
  expect(await actions(seen, await epoch())).toEqual([hold, unhold])
  expect(await actions(held, await epoch())).toEqual([unhold])
  expect(await actions(held, held)).toEqual([])
})

test('refuses an action on an account with an open claim, and fences claims off during an action', async () => {
  const { store, claims, perform } = await start()
  const binding = kit.idle()
  const claim = {
    id: 'claim-1',
    account: keyOf(binding),
    cluster: 'c-new',
    status: 'reserved',
    outcome: 'claim',
  } as const
  await store.db.claim.create({
    data: { ...claim, idempotencyKey: 'k', requestHash: 'h', request: {}, tenant: 'ga', actor: 'keb', euAccess: false },
  })
  expect(await claims.fence(keyOf(binding))).toBe('claimed')
  expect(await perform('release', binding)).toMatchObject({
    status: 'refused',
    reason: '1 cluster is about to be placed on this account.',
  })
  await store.db.claim.update({ where: { id: 'claim-1' }, data: { status: 'released' } })
  const fence = await fenceOf(claims, binding)
  expect(await perform('release', binding)).toMatchObject({
    status: 'refused',
    reason: expect.stringMatching(/Another change/),
  })
  await fence.leave()
  expect(await perform('release', binding)).toMatchObject({ status: 'done' })
  expect(await (await fenceOf(claims, binding)).holds()).toBe(true)
})

test.each(['release', 'mark-dirty', 'hold', 'quarantine', 'mark-internal'] as const)(
  '%s requested twice at the same time is performed once',
  async action => {
    const { store, perform } = await start()
    const binding = kit.idle()
    const results = await Promise.all([perform(action, binding), perform(action, binding)])
    const [done, other] = results.toSorted((a, b) => Number(b.status === 'done') - Number(a.status === 'done'))
    expect(done).toMatchObject({ status: 'done' })
    expect(other).toMatchObject({ status: expect.stringMatching(/^(refused|changed)$/) })
    const outcomes = (await records(store)).map(({ outcome }) => outcome)
    expect(outcomes.filter(outcome => outcome === 'accepted')).toHaveLength(1)
    expect(outcomes).toHaveLength(2)
  },
)

test('resolves an unknown outcome by reading the binding', async () => {
  const writes = between(kit.writer({ withinMs: 300 }), {
    previewed: async () => {
      const down = { type: 'status' as const, status: 503, text: 'service unavailable' }
      kit.garden.faults.add({ match: { verb: 'patch', userAgent: WRITER }, mishap: { type: 'lose-answer' } })
      kit.garden.faults.add({ match: { verb: 'get', userAgent: WRITER }, mishap: down, times: 0 })
    },
  })
  const { store, context, perform } = await start({ writes })
  expect(await perform('hold', kit.idle())).toMatchObject({ status: 'unknown' })
  expect(await records(store)).toMatchObject([{ action: 'hold', outcome: 'unknown' }])
  expect(await unknownOf(store, context).settle()).toBe(0)
  kit.garden.faults.clear()
  expect(await unknownOf(store, context).settle()).toBe(1)
  expect(await records(store)).toMatchObject([
    { outcome: 'accepted', detail: 'The binding shows that it was written.', result: { labels: { dirty: 'held' } } },
  ])
  expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
})

test.each([
  ['before it wrote', 0, false, 'failed'],
  ['after it wrote', 0, true, 'accepted'],
  ['before it wrote, weeks ago,', 40, false, 'failed'],
  ['after it wrote, weeks ago,', 40, true, 'accepted'],
])('resolves the entry of a process that ended %s', async (_, daysAgo, wrote, outcome) => {
  const store = await testStore()
  const context = kit.context({ audit: new AuditLog(store, () => new Date(Date.now() - daysAgo * 86_400_000)) })
  const binding = kit.idle()
  const id = newWriteId()
  const trace = traceOf(binding, id)
  await context.audit.intent({
    actor: OPERATOR,
    action: 'hold',
    targets: [bindingKey(binding)],
    reason: 'x',
    ticket: null,
    requestId: null,
    after: { write: { ...trace, binding: { ...trace.binding } } },
  })
  if (wrote) await context.writes.write({ binding, change: raiseEpochChange(binding), priority: 'action', id })
  expect(await closeAbandoned(store, new Date(Date.now() + 1_000))).toBe(1)
  // The request may still be in flight.
  if (!wrote && daysAgo === 0) expect(await unknownOf(store, context).settle()).toBe(0)
  expect(await unknownOf(store, { ...context, now: () => Date.now() + LATER }).settle()).toBe(1)
  expect(await records(store)).toMatchObject([{ action: 'hold', outcome }])
})

/** Writes entries of long ago without outcomes, and returns their sequence numbers. */
async function leave(store: OpenStore, audit: AuditLog, wanted: readonly JsonValue[]): Promise<readonly bigint[]> {
  const draft = { actor: OPERATOR, action: 'hold', targets: [], reason: 'x', ticket: null, requestId: null }
  const seqs = await Promise.all(wanted.map(after => audit.intent({ ...draft, after })))
  await closeAbandoned(store, new Date())
  return seqs
}

/** Resolves unknown outcomes of actions. */
function unknownOf({ db }: OpenStore, context: ActionContext): UnknownOutcomes {
  return new UnknownOutcomes({ db, audit: context.audit }, [actionResolver(context)])
}

const LONG_AGO = () => new Date(Date.now() - 40 * 86_400_000)

test('resolves an action without a write as failed without reading its binding', async () => {
  const store = await testStore()
  const audit = new AuditLog(store, LONG_AGO)
  await leave(store, audit, [null])
  const writes = { ...kit.writer(), lookUp: () => Promise.reject(new Error('asked')) }
  expect(await unknownOf(store, kit.context({ audit, writes })).settle()).toBe(1)
  expect(await records(store)).toMatchObject([
    { outcome: 'failed', detail: 'The action ended before anything was written.' },
  ])
})

test('looks up an action once that its binding cannot resolve, and goes through to older entries', async () => {
  const store = await testStore()
  const audit = new AuditLog(store, LONG_AGO)
  const binding = kit.idle()
  const write = { ...traceOf(binding, 'lost'), binding: { ...traceOf(binding, 'lost').binding } }
  const [oldest = 0n] = await leave(store, audit, Array<JsonValue>(130).fill({ write }))
  let looks = 0
  let last = 'unknown' as Landing
  const writes: ActionContext['writes'] = {
    ...kit.writer(),
    lookUp: async () => ({ landing: ++looks > 129 ? last : 'unknown', now: looks > 100 ? binding : null }),
  }
  const context = kit.context({ audit, writes })
  const unknown = unknownOf(store, context)
  expect(await unknown.settle()).toBe(0)
  last = 'landed'
  expect(await unknown.settle()).toBe(1)
  expect(await listAudit(store.db, { outcome: 'accepted' }, { limit: 9 })).toMatchObject([{ seq: oldest }])
  expect(looks).toBe(130)
  last = 'unknown'
  // Resolves those without a response of Gardener in the first run; later runs find none.
  await unknown.settle()
  expect(looks).toBe(230)
  await unknown.settle()
  await unknown.settle()
  expect(looks).toBe(230)
  expect(await listAudit(store.db, { outcome: 'unknown' }, { limit: 1 })).toMatchObject([
    { detail: expect.stringContaining('The binding has changed too much') },
  ])
})

test.each([
  ['bindings first', true],
  ['claims first', false],
])('resolves releases of bindings and of claims by their own resolvers, %s', async (_, bindingsFirst) => {
  const store = await testStore()
  const audit = new AuditLog(store, LONG_AGO)
  const ofBinding = kit.idle()
  const draft = { actor: OPERATOR, action: 'release', reason: null, ticket: null, requestId: null }
  await audit.intent({ ...draft, targets: ['Claim/nobody'] })
  const write = { ...traceOf(ofBinding, 'lost'), binding: { ...traceOf(ofBinding, 'lost').binding } }
  await audit.intent({ ...draft, targets: [bindingKey(ofBinding)], after: { write } })
  await closeAbandoned(store, new Date())
  const landed = { landing: 'landed', now: null } as const
  const writes = { ...kit.writer(), lookUp: () => Promise.resolve(landed) }
  const { db } = store
  const lookers = [
    actionResolver(kit.context({ audit, writes })),
    claimResolver({ db, ledger: storeLedger(store), bindingsOfAccount: () => [] }),
  ]
  const unknown = new UnknownOutcomes({ db, audit }, bindingsFirst ? lookers : lookers.reverse())
  expect(await unknown.settle()).toBe(2)
  expect(await records(store)).toMatchObject([
    { outcome: 'accepted', detail: 'The binding shows that it was written.' },
    { outcome: 'refused', detail: 'There is no such claim: the request was refused before it started.' },
  ])
})

describe('the check after a write that its process did not finish', () => {
  /** Starts a process that stops after its write; `recover` checks the write in another process. */
  async function writtenOnly() {
    const store = await testStore()
    const binding = kit.idle()
    const written = Promise.withResolvers<void>()
    const shoots = new ConsistentShoots({ client: kit.client, inventory: kit.inventory })
    let isWritten = false
    const { context, perform } = await start({
      claims: accountClaims(store, 'the dead process'),
      audit: new AuditLog(store),
      writes: between(kit.writer(), {
        async written() {
          isWritten = true
          written.resolve()
        },
      }),
      shoots: {
        meanMs: 0,
        moment: () => shoots.moment(),
        read: (since, onList) => (isWritten ? new Promise(() => {}) : shoots.read(since, onList)),
      },
    })
    void perform('quarantine', binding)
    await written.promise
    const claims = accountClaims(store, 'another process')
    const recovering = { ...context, writes: kit.writer(), shoots, claims, now: () => Date.now() + LATER }
    return { store, binding, recover: () => recoverChecks(recovering, store.db) }
  }

  test('waits until the fence of that process expires', async () => {
    const { store, binding, recover } = await writtenOnly()
    expect(await recover()).toBe(0)
    await endLeases(store)
    expect(await recover()).toBe(1)
    expect(await records(store)).toMatchObject([{ action: 'quarantine', outcome: 'accepted' }])
    expect((await kit.observer.read(binding)).labels).toMatchObject({ dirty: 'true' })
    expect(await recover()).toBe(0)
  })

  test('reverts the change when a cluster was created at the same time', async () => {
    const { store, binding, recover } = await writtenOnly()
    kit.garden.loadAll([shootObject(binding.namespace, 'c-same-moment', binding.name, 'ga-stranger')])
    await endLeases(store)
    expect(await recover()).toBe(1)
    const detail = expect.stringMatching(/1 cluster .*so the change was reverted/)
    expect(await records(store)).toMatchObject([{ action: 'quarantine', outcome: 'failed', detail }])
    expect((await kit.observer.read(binding)).labels).toEqual(binding.labels)
  })

  test('leaves the binding unchanged when another action has written it since', async () => {
    const { store, binding, recover } = await writtenOnly()
    await endLeases(store)
    const { kind, namespace, name } = binding
    const input = { binding: { kind, namespace, name }, reason: 'ticket 4711' }
    const other = createActionService(
      kit.context({ audit: new AuditLog(store), claims: accountClaims(store, 'other') }),
    )
    expect(await other.perform('lift', OPERATOR, input, { requestId: null })).toMatchObject({ status: 'done' })
    kit.garden.loadAll([shootObject(namespace, 'c-came-later', name, 'ga-stranger')])
    expect(await recover()).toBe(1)
    const detail = expect.stringContaining('could not verify that no cluster was created')
    expect(await records(store)).toMatchObject([
      { action: 'lift' },
      { action: 'quarantine', outcome: 'accepted', detail },
    ])
    expect((await kit.observer.read(binding)).labels).toMatchObject({ dirty: 'true' })
  })
})
