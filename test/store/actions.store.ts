import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newWriteId, traceOf } from '#lib/garden/writes/write-trace.ts'
import { fenced } from '#lib/hap/lifecycle/selected.ts'
import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { accountClaims } from '#lib/services/actions/account-claims.ts'
import type { ActionContext } from '#lib/services/actions/action-context.ts'
import { createActionService } from '#lib/services/actions/action-service.ts'
import { settleUnknown } from '#lib/services/actions/settle-unknown.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { closeForgotten } from '#lib/store/audit/forgotten.ts'
import { listAudit } from '#lib/store/audit/list.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import type { OpenStore } from '#lib/store/open-store.ts'
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

const records = ({ db }: OpenStore) => listAudit(db, {}, { limit: 10 })

test('an action and a refused one stand in the chain, which verifies', async () => {
  const { store, perform } = await start()
  const binding = kit.idle()
  expect(await perform('release', binding)).toMatchObject({ status: 'done' })
  expect(await perform('lift', binding)).toMatchObject({ status: 'refused' })
  expect(await records(store)).toMatchObject([
    { action: 'lift', outcome: 'refused', detail: 'It is not in quarantine.' },
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

test('a claim keeps its account, and an operation keeps claims away', async () => {
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
  expect(await claims.fence(keyOf(binding))).toBeNull()
  expect(await perform('release', binding)).toMatchObject({
    status: 'refused',
    reason: '1 cluster is about to be placed on this account.',
  })
  await store.db.claim.update({ where: { id: 'claim-1' }, data: { status: 'released' } })
  const fence = await claims.fence(keyOf(binding))
  expect(await perform('release', binding)).toMatchObject({ status: 'refused', reason: /Another change/ })
  await fence?.leave()
  expect(await perform('release', binding)).toMatchObject({ status: 'done' })
  expect(await (await claims.fence(keyOf(binding)))?.holds()).toBe(true)
})

test('an outcome nobody knows is found by looking at the binding', async () => {
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
  expect(await settleUnknown(context, store.db)).toBe(0)
  kit.garden.faults.clear()
  expect(await settleUnknown(context, store.db)).toBe(1)
  expect(await records(store)).toMatchObject([
    { outcome: 'accepted', detail: 'The binding tells that it was written.', result: { labels: { dirty: 'held' } } },
  ])
  expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
})

test.each([
  ['before it wrote', false, 'failed'],
  ['after it wrote', true, 'accepted'],
])('a process that ended %s is found out', async (_, wrote, outcome) => {
  const { store, context } = await start()
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
  if (wrote) await context.writes.write({ binding, change: fenced(binding), priority: 'action', id })
  expect(await closeForgotten(store, new Date(Date.now() + 1_000))).toBe(1)
  // What was sent may still be on its way for a while.
  if (!wrote) expect(await settleUnknown(context, store.db)).toBe(0)
  expect(await settleUnknown({ ...context, now: () => Date.now() + LATER }, store.db)).toBe(1)
  expect(await records(store)).toMatchObject([{ action: 'hold', outcome }])
})
