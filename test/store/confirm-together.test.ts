import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { epochOf } from '#lib/hap/lifecycle/change.ts'
import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { accountClaims } from '#lib/services/actions/account-claims.ts'
import type { ActionContext } from '#lib/services/actions/action-context.ts'
import { createActionService } from '#lib/services/actions/action-service.ts'
import { ExpiredHolds } from '#lib/services/actions/expired-holds.ts'
import { startJob } from '#lib/services/jobs/start-job.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import { readJob } from '#lib/store/jobs/jobs.ts'
import { type ActionKit, between, keyOf, OPERATOR, startActionKit } from '../garden/action-kit.ts'
import { asked, jobContext, runnerOf } from './job-kit.ts'
import { testStore } from './test-store.ts'

let kit: ActionKit

beforeAll(async () => {
  kit = await startActionKit()
})

afterAll(() => kit.stop())

const seenOf = (binding: Binding) => {
  const { kind, namespace, name, resourceVersion } = binding
  return { binding: { kind, namespace, name }, seenVersion: resourceVersion, seenEpoch: epochOf(binding) }
}

/** Confirms a binding clean like a page: with the dirty others it shows. */
const confirm = (context: ActionContext, own: Binding, others: readonly Binding[]) =>
  createActionService(context).perform(
    'confirm-clean',
    OPERATOR,
    {
      ...seenOf(own),
      reason: 'looked through',
      together: others.filter(({ labels }) => labels.dirty === 'true').map(seenOf),
    },
    { requestId: 'r-1' },
  )

const read = (pair: readonly [Binding, Binding]) =>
  Promise.all([kit.observer.read(pair[0]), kit.observer.read(pair[1])])

const dirtOf = async (pair: readonly [Binding, Binding]) =>
  (await read(pair)).map(({ labels }) => labels.dirty ?? 'free')

/** Waits until the inventory shows the state of Gardener. */
const seen = (bindings: readonly Binding[]) =>
  vi.waitFor(() => {
    for (const each of bindings)
      expect(kit.inventory.binding(bindingKey(each))?.resourceVersion).toBe(each.resourceVersion)
  }, 10_000)

test.each<[string, 'previewed' | 'written', number, readonly string[]]>([
  ['before the first write', 'previewed', 1, ['true', 'true']],
  ['after the first write', 'written', 1, ['true', 'held']],
  ['before the second write', 'previewed', 2, ['true', 'held']],
  ['after the second write', 'written', 2, ['free', 'held']],
  ['before the third write', 'previewed', 3, ['free', 'held']],
  ['after the third write', 'written', 3, ['free', 'free']],
])(
  'a process that is killed %s leaves no free binding beside a dirty one, and another process finishes',
  async (_, where, at, left) => {
    const store = await testStore()
    const audit = new AuditLog(store)
    const pair = kit.dirtyPair()
    const [one, other] = pair
    let passed = 0
    const dies = () => (++passed === at ? new Promise<never>(() => {}) : Promise.resolve())
    const writes = between(kit.writer(), { [where]: dies })
    void confirm(kit.context({ audit, writes, claims: accountClaims(store, 'killed') }), one, [other])
    await vi.waitUntil(() => passed === at, 20_000)
    expect(await dirtOf(pair)).toEqual(left)

    const claims = accountClaims(store, 'next')
    expect(await claims.fence(keyOf(one))).toBe('busy')
    await store.db.$executeRaw`UPDATE account_fence SET lease_until = clock_timestamp() - interval '1 second'`
    const context = kit.context({ audit, claims })
    const now = await read(pair)
    await seen(now)
    const [own, twin] = now
    if (own.labels.dirty === 'true') expect(await confirm(context, own, [twin])).toMatchObject({ status: 'done' })
    else {
      const later = { ...context, now: () => Date.now() + 120_000 }
      const ended = await new ExpiredHolds(later, error => expect.unreachable(String(error))).endExpired()
      expect(ended).toEqual(twin.labels.dirty === 'held' ? [bindingKey(twin)] : [])
    }
    expect(await dirtOf(pair)).toEqual(['free', 'free'])
    await seen(await read(pair))
    expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
  },
)

test('a job that confirms both bindings leaves both free', async () => {
  const store = await testStore()
  const audit = new AuditLog(store)
  const pair = kit.dirtyPair()
  const { perform } = createActionService(kit.context({ audit, claims: accountClaims(store, 'jobs') }))
  const context = jobContext(store, perform, { audit, inventory: kit.inventory, writes: kit.writer() })
  const { job } = await startJob(context, asked('k', OPERATOR), {
    action: 'confirm-clean',
    targets: pair.map(({ kind, name, resourceVersion }) => ({ kind, name, seenVersion: resourceVersion })),
    reason: 'looked through',
  })
  const runner = runnerOf(context, 'one')
  const ended = async () => {
    await runner.look()
    return (await readJob(store.db, job.id))?.finishedAt
  }
  await vi.waitUntil(ended, { timeout: 60_000, interval: 100 })
  expect((await readJob(store.db, job.id))?.counts).toMatchObject({ done: 2 })
  expect(await dirtOf(pair)).toEqual(['free', 'free'])
  const records = await listAudit(store.db, { outcome: 'accepted' }, { limit: 10 })
  const steps = records.filter(({ targets }) => targets[0]?.startsWith('CredentialsBinding/'))
  expect(steps.map(({ action }) => action)).toEqual(['unhold', 'confirm-clean', 'confirm-clean'])
})
