import { expect, test, vi } from 'vitest'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import type { ActionService } from '#lib/services/actions/action-service.ts'
import { cancelJob } from '#lib/services/jobs/end-job.ts'
import { type JobContext, requestOf } from '#lib/services/jobs/job-context.ts'
import { retryJob, startJob } from '#lib/services/jobs/start-job.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import {
  acquireJob,
  finishJob,
  type JobLease,
  recordTarget,
  renewJob,
  startNextTarget,
} from '#lib/store/jobs/job-lease.ts'
import { listTargets, readJob, readJobVersions } from '#lib/store/jobs/jobs.ts'
import type { OpenStore } from '#lib/store/open-store.ts'
import {
  AS_SHOWN,
  asked,
  DONE,
  ended,
  expectEachDoneOnce,
  jobContext,
  OMAR,
  order,
  outcomes,
  runnerOf,
} from './job-kit.ts'
import { testStore } from './test-store.ts'

const VIEWER = { ...OMAR, role: 'viewer' } as const
const never = () => new Promise<never>(() => {})
const done: ActionService['perform'] = async () => DONE

async function started(store: OpenStore, count: number, more: object = {}) {
  const { job } = await startJob(jobContext(store, never), asked('key-1'), order(count, more))
  return job.id
}

async function taken(lease: Promise<JobLease | null>): Promise<JobLease> {
  const got = await lease
  if (got === null) throw new Error('no job was free')
  return got
}

test('a key starts one job, is refused for another order, and is separate for another person', async () => {
  const store = await testStore()
  const context = jobContext(store, done)
  const both = await Promise.all([1, 2].map(() => startJob(context, asked('k'), order(3))))
  expect(new Set(both.map(({ job }) => job.id)).size).toBe(1)
  expect(both.filter(({ isNew }) => isNew)).toHaveLength(1)
  await expect(startJob(context, asked('k'), order(2))).rejects.toMatchObject({ name: 'RefusedError', status: 409 })
  expect(await listAudit(store.db, { outcome: 'refused' }, { limit: 9 })).toMatchObject([
    { action: 'start job', wanted: { targets: 2 }, detail: expect.stringContaining('already started another job') },
  ])
  expect((await startJob(context, asked('k', { ...OMAR, id: 'other' }), order(3))).isNew).toBe(true)
})

test('refuses and records a start, retry and cancellation without the role', async () => {
  const store = await testStore()
  const context = jobContext(store, done)
  await expect(startJob(context, asked('k', VIEWER), order(1))).rejects.toMatchObject({ status: 403 })
  const id = await started(store, 1)
  await expect(cancelJob(context, asked('k', VIEWER), id)).rejects.toMatchObject({ status: 403 })
  await expect(retryJob(context, asked('k', VIEWER), id)).rejects.toMatchObject({ status: 403 })
  expect(await listAudit(store.db, { outcome: 'refused' }, { limit: 10 })).toMatchObject([
    { action: 'start job', targets: [`Job/${id}`], detail: 'Requires the operator role.' },
    { action: 'cancel job', detail: 'Requires the operator role.' },
    { action: 'start job', reason: 'the accounts move', detail: 'Requires the operator role.' },
  ])
})

test.each<[string, (context: JobContext) => Promise<unknown>]>([
  ['nothing', context => startJob(context, asked('k', VIEWER), null)],
  ['an unknown action', context => startJob(context, asked('k', VIEWER), order(1, { action: 'explode' }))],
  ['no targets', context => startJob(context, asked('k', VIEWER), order(0))],
  ['no reason', context => startJob(context, asked('k', VIEWER), order(1, { reason: ' ' }))],
  ['no key', context => startJob(context, { ...asked('k', VIEWER), key: null }, order(1))],
  ['targets of an unknown job', context => startJob(context, asked('k', VIEWER), order(1, { retryOf: 'nobody' }))],
  ['a retry of an unknown job', context => retryJob(context, asked('k', VIEWER), 'nobody')],
  ['a cancellation of an unknown job', context => cancelJob(context, asked('k', VIEWER), 'nobody')],
])('reports the missing role first for a request with %s, and records it once', async (_, ask) => {
  const store = await testStore()
  const words = 'Requires the operator role.'
  await expect(ask(jobContext(store, never))).rejects.toMatchObject({ status: 403, message: words })
  expect(await listAudit(store.db, {}, { limit: 9 })).toMatchObject([{ outcome: 'refused', detail: words }])
})

test('records each other refusal with its message', async () => {
  const store = await testStore()
  const context = jobContext(store, never)
  const { job } = await startJob(context, asked('k'), order(5_000))
  for (const n of [1, 2, 3]) await startJob(context, asked(`k${n}`), order(5_000))
  const refusals = [
    startJob(context, asked('full'), order(1)),
    startJob(context, asked('x'), { action: 'hold' }),
    startJob(context, asked('x'), order(1, { retryOf: 'nobody' })),
    startJob(context, { ...asked('x'), key: null }, order(1)),
    cancelJob(context, asked('x'), 'nobody'),
    retryJob(context, asked('x'), 'nobody'),
    retryJob(context, asked('x'), job.id),
  ]
  for (const refusal of await Promise.allSettled(refusals))
    expect(refusal).toMatchObject({ status: 'rejected', reason: { name: 'RefusedError' } })
  const entries = await listAudit(store.db, {}, { limit: refusals.length })
  expect(entries.map(({ outcome, action, detail }) => `${outcome} ${action}: ${detail}`).sort()).toEqual([
    'refused cancel job: There is no such job.',
    expect.stringMatching(/^refused start job: 20000 bindings are already waiting in other jobs/),
    expect.stringMatching(/^refused start job: Idempotency-Key: is required/),
    'refused start job: The job is still running. Wait for it to end, or cancel it first.',
    'refused start job: There is no such job.',
    'refused start job: There is no such job.',
    expect.stringMatching(/^refused start job: targets: is required; reason:/),
  ])
  await store.connection.pool.query('ALTER TABLE audit_entry RENAME TO gone')
  await expect(cancelJob(context, asked('x'), job.id)).rejects.toMatchObject({ name: 'AuditError' })
})

test('starts, retries and cancels no job while the audit log cannot be written', async () => {
  const store = await testStore()
  const inventory = { namespace: 'garden', binding: () => ({ resourceVersion: 'now', account: {} }) } as never
  const perform: ActionService['perform'] = async () => ({ status: 'failed', reason: 'No.', retryAfterMs: null })
  const context = jobContext(store, perform, { inventory })
  const { job } = await startJob(context, asked('k'), order(2))
  await runnerOf(context).look()
  await ended(store, job.id)
  const { job: waiting } = await startJob(jobContext(store, never), asked('waits'), order(1))
  await store.connection.pool.query('ALTER TABLE audit_entry RENAME TO gone')
  const refused = { name: 'AuditError', message: expect.stringContaining('The audit log cannot be written') }
  await expect(startJob(context, asked('another'), order(1))).rejects.toMatchObject(refused)
  await expect(retryJob(context, asked('again'), job.id)).rejects.toMatchObject(refused)
  await expect(cancelJob(context, asked('end'), waiting.id)).rejects.toMatchObject(refused)
  expect(await store.db.job.count()).toBe(2)
  expect(await outcomes(store, waiting.id)).toEqual(['pending'])
  expect(await readJob(store.db, waiting.id)).toMatchObject({ finishedAt: null })
})

test('one of several processes acquires a job, and a process that lost it cannot write', async () => {
  const store = await testStore()
  const id = await started(store, 2)
  const all = await Promise.all(Array.from({ length: 8 }, (_, n) => acquireJob(store.db, `process ${n}`, 60_000)))
  const [late, ...others] = all.filter(lease => lease !== null)
  if (late === undefined) throw new Error('No process got the job.')
  expect(others).toEqual([])
  await store.db.$executeRaw`UPDATE job SET lease_until = clock_timestamp() - interval '1 millisecond'`
  const lease = await taken(acquireJob(store.db, 'next', 60_000))
  expect(lease.id).toBe(id)
  expect(await acquireJob(store.db, 'third', 60_000)).toBeNull()
  expect(await renewJob(store.db, late, 60_000)).toBe('lost')
  expect(await startNextTarget(store.db, late)).toBeNull()
  expect(await finishJob(store.db, late)).toBeNull()
  expect(await startNextTarget(store.db, lease)).toMatchObject({ position: 0, attempts: 1, binding: { name: 'b-0' } })
  const [target, outcome] = [
    { position: 0, attempts: 1 },
    { status: 'done', message: null },
  ] as const
  expect(await recordTarget(store.db, late, target, outcome)).toBe(false)
  expect(await finishJob(store.db, lease)).toBeNull()
  expect(await recordTarget(store.db, lease, target, { status: 'pending', message: null })).toBe(true)
  expect(await startNextTarget(store.db, lease)).toMatchObject({ position: 0, attempts: 2 })
  // A process repeats a write whose response was lost.
  expect(await recordTarget(store.db, lease, target, { status: 'pending', message: null })).toBe(false)
  expect(await recordTarget(store.db, lease, { ...target, attempts: 2 }, outcome)).toBe(true)
  expect(await renewJob(store.db, lease, 60_000)).toBe('ours')
})

test('acts on every target once, in the name of the person who started the job, and stores the outcome', async () => {
  const store = await testStore()
  const asks: unknown[] = []
  const context = jobContext(store, async (action, user, input, { requestId, priority }) => {
    asks.push([action, user.name, input, requestId, priority])
    return asks.length === 2 ? { status: 'refused', reason: 'It is on hold.', now: null } : DONE
  })
  const { job } = await startJob(context, asked('k'), order(3, { ticket: 'OPS-1' }))
  const marks = await readJobVersions(store.db)
  await runnerOf(context).look()
  expect(await ended(store, job.id)).toMatchObject({ status: 'done', counts: { done: 2, refused: 1, pending: 0 } })
  expect((await readJobVersions(store.db)).get(job.id)).not.toBe(marks.get(job.id))
  expect(asks).toHaveLength(3)
  expect(asks).toContainEqual([
    'mark-internal',
    'Omar',
    {
      binding: { kind: 'CredentialsBinding', namespace: 'garden', name: 'b-0' },
      reason: 'the accounts move',
      ticket: 'OPS-1',
      seenVersion: '0',
      seenIdentity: null,
    },
    requestOf(job.id, 0),
    'bulk',
  ])
  await vi.waitUntil(
    async () => (await listAudit(store.db, { action: 'end job', outcome: 'accepted' }, { limit: 1 })).length === 1,
  )
  expect(await listAudit(store.db, { target: `Job/${job.id}` }, { limit: 5 })).toMatchObject([
    { action: 'end job', outcome: 'accepted', wanted: { done: 2, refused: 1 } },
    { action: 'start job', outcome: 'accepted', wanted: { action: 'mark-internal', targets: 3 } },
  ])
})

test('refuses a job with one target more than the limit', async () => {
  const context = jobContext(await testStore(), done)
  await expect(startJob(context, asked('l'), order(5_001))).rejects.toMatchObject({ status: 400 })
})

test('a job of 50 targets ends with every target done once', async () => {
  await expectEachDoneOnce(50)
})

test('cancelling a job skips its waiting targets and finishes the running ones', async () => {
  const store = await testStore()
  let begun = 0
  const context = jobContext(store, async (_action, _user, _input, { signal }) => {
    begun++
    if (begun === 1) return DONE
    await new Promise(resolve => signal?.addEventListener('abort', resolve))
    return { status: 'cancelled', reason: 'Cancelled before anything was written.' }
  })
  const { job } = await startJob(context, asked('k'), order(10))
  await runnerOf(context).look()
  await vi.waitUntil(() => begun === 3)
  expect(await cancelJob(context, asked('x'), job.id)).toMatchObject({ cancelRequested: true })
  expect(await ended(store, job.id)).toMatchObject({ status: 'cancelled', counts: { done: 1, cancelled: 9 } })
  expect(begun).toBe(3)
  await expect(cancelJob(context, asked('x'), job.id)).rejects.toMatchObject({ status: 409 })
})

test('a target that is refused or fails while its job is cancelled keeps its message', async () => {
  const store = await testStore()
  const results: ActionResult[] = [
    { status: 'refused', reason: 'It is on hold.', now: null },
    { status: 'failed', reason: 'Gardener accepts no writes at the moment.', retryAfterMs: 10 },
  ]
  let begun = 0
  const context = jobContext(store, async (_action, _user, _input, { signal }) => {
    const result = results[begun++]
    await new Promise(resolve => signal?.addEventListener('abort', resolve))
    return result ?? DONE
  })
  const { job } = await startJob(context, asked('k'), order(3))
  await runnerOf(context).look()
  await vi.waitUntil(() => begun === 2)
  await cancelJob(context, asked('x'), job.id)
  expect(await ended(store, job.id)).toMatchObject({ status: 'cancelled' })
  expect(await listTargets(store.db, job.id, { statuses: null, offset: 0, limit: 9 })).toMatchObject([
    { status: 'refused', message: 'It is on hold.' },
    { status: 'failed', message: 'Gardener accepts no writes at the moment.' },
    { status: 'cancelled', message: 'Cancelled before anything was written.' },
  ])
})

test('cancels a job that has not begun immediately', async () => {
  const store = await testStore()
  const id = await started(store, 3)
  expect(await cancelJob(jobContext(store, never), asked('x'), id)).toMatchObject({
    status: 'cancelled',
    counts: { cancelled: 3 },
  })
  expect(await acquireJob(store.db, 'late', 60_000)).toBeNull()
})

test('retries after a rate limit, and waits while the use of accounts is unknown', async () => {
  const store = await testStore()
  let [asks, looks, obstacle]: [number, number, string | null] = [0, 0, 'Gardener has not answered.']
  const context = jobContext(
    store,
    async () => (++asks === 1 ? { status: 'failed', reason: 'Too many.', retryAfterMs: 10 } : DONE),
    {
      obstacle: () => {
        looks++
        return obstacle
      },
    },
  )
  const { job } = await startJob(context, asked('k'), order(1))
  await runnerOf(context).look()
  await vi.waitUntil(() => looks > 1, 30_000)
  expect(asks).toBe(0)
  obstacle = null
  expect((await ended(store, job.id)).counts).toMatchObject({ done: 1 })
  expect(asks).toBe(2)
})

test('retries an account that another action is changing', async () => {
  const store = await testStore()
  let asks = 0
  const busy: ActionResult = { status: 'refused', reason: 'Another change.', now: null, retryAfterMs: 10 }
  const context = jobContext(store, async () => (++asks === 1 ? busy : DONE))
  const { job } = await startJob(context, asked('k'), order(1))
  await runnerOf(context).look()
  expect((await ended(store, job.id)).counts).toMatchObject({ done: 1 })
  expect(asks).toBe(2)
})

test('a process that stops releases its jobs, and the next process continues them', async () => {
  const store = await testStore()
  let begun = 0
  const id = await started(store, 4)
  const first = runnerOf(
    jobContext(store, async (_action, _user, _input, { signal }) => {
      if (++begun === 1) return DONE
      await new Promise(resolve => signal?.addEventListener('abort', resolve))
      return { status: 'failed', reason: 'The console is shutting down; nothing was written.', retryAfterMs: null }
    }),
  )
  await first.look()
  await vi.waitUntil(() => begun === 3)
  await first.stop()
  expect(await outcomes(store, id)).toEqual(['done', 'pending', 'pending', 'pending'])
  await runnerOf(jobContext(store, done), 'two').look()
  expect((await ended(store, id)).counts).toMatchObject({ done: 4 })
})

test('refuses the remaining targets when the person has lost the role', async () => {
  const store = await testStore()
  const roles: string[] = []
  const id = await started(store, 2)
  const perform: ActionService['perform'] = async (_action, user) => {
    roles.push(user.role)
    return { status: 'refused', reason: 'Requires the operator role.', now: null }
  }
  await runnerOf(jobContext(store, perform, { roleOf: () => null })).look()
  expect((await ended(store, id)).counts).toMatchObject({ refused: 2 })
  expect(roles).toEqual(['viewer', 'viewer'])
})

test.each([
  ['landed', 'done', /It was written/],
  ['not-landed', 'failed', /It was not written/],
  ['unknown', 'unknown', /too much happened/],
] as const)('looks up an old target with an unknown outcome once: %s', async (landing, status, message) => {
  const store = await testStore()
  let looks = 0
  const lookUp = async () => ({ landing, now: { annotations: {} }, looks: ++looks }) as never
  const inventory = {
    namespace: 'garden',
    binding: () => ({ resourceVersion: 'now', account: {}, labels: {}, annotations: {} }),
  } as never
  const context = jobContext(store, async () => ({ status: 'unknown', reason: 'No answer.' }), {
    writes: { lookUp },
    inventory,
    shown: AS_SHOWN,
  })
  const { job } = await startJob(context, asked('k'), order(1))
  const runner = runnerOf(context)
  await runner.look()
  expect((await ended(store, job.id)).counts).toMatchObject({ unknown: 1 })
  const binding = { kind: 'CredentialsBinding', namespace: 'garden', name: 'b-0' }
  const write = { id: 'w', binding, resourceVersion: '0', epoch: 1, after: null }
  const actor = { name: OMAR.name, role: OMAR.role }
  const draft = { actor, action: job.action, reason: 'x', ticket: null, requestId: requestOf(job.id, 0) }
  await context.audit.intent({ ...draft, targets: [bindingKey(binding)], after: { write } })
  // A request for another binding may have the same id.
  const namesake = await context.audit.intent({ ...draft, targets: [bindingKey({ ...binding, name: 'b-1' })] })
  await context.audit.outcome({ intent: namesake, actor, outcome: 'accepted', detail: null })
  await runner.settle()
  expect(looks).toBe(0)
  await store.db.$executeRaw`UPDATE job SET created_at = created_at - interval '40 days'`
  await store.db.$executeRaw`UPDATE job_target SET updated_at = updated_at - interval '40 days'`
  for (let turn = 0; turn < 3; turn++) await runner.settle()
  const [target] = await listTargets(store.db, job.id, { statuses: null, offset: 0, limit: 1 })
  expect(target).toMatchObject({ status, message: expect.stringMatching(message) })
  expect(looks).toBe(1)
  const again = retryJob(context, asked('again'), job.id)
  if (status === 'done') await expect(again).rejects.toMatchObject({ status: 409 })
  else expect((await again).job).toMatchObject({ total: 1, parameters: { retryOf: job.id } })
})

test('passes the uid and the account of the seen binding to the action', async () => {
  const store = await testStore()
  const account = { kind: 'Secret', namespace: 'garden', name: 'aws-1' }
  const seen = { uid: 'u-1', resourceVersion: '0', account, labels: {}, annotations: {} }
  const perform = vi.fn<ActionService['perform']>().mockResolvedValue(DONE)
  const context = jobContext(store, perform, { inventory: { namespace: 'garden', binding: () => seen } as never })
  const { job } = await startJob(context, asked('k'), order(1))
  await runnerOf(context).look()
  await ended(store, job.id)
  expect(perform.mock.calls[0]?.[3].remembered).toEqual(
    new Map([['CredentialsBinding/garden/b-0', { uid: 'u-1', account: 'Secret/garden/aws-1' }]]),
  )
})

test('a target in a retry cannot be retried by another one, neither from a page nor by the API', async () => {
  const store = await testStore()
  const now = { resourceVersion: '0', account: {}, labels: {}, annotations: {} }
  const inventory = { namespace: 'garden', binding: () => now } as never
  const perform: ActionService['perform'] = async () => ({ status: 'refused', reason: 'No.', now: null })
  const context = jobContext(store, perform, { inventory, shown: AS_SHOWN })
  const { job } = await startJob(context, asked('k'), order(3))
  await runnerOf(context).look()
  expect((await ended(store, job.id)).counts).toMatchObject({ refused: 3 })

  const two = order(2, { retryOf: job.id })
  const [page, twice] = await Promise.all([1, 2].map(() => startJob(context, asked('page'), two)))
  expect(twice?.job.id).toBe(page?.job.id)
  await expect(startJob(context, asked('other-page'), two)).rejects.toMatchObject({
    status: 409,
    message: '2 of these bindings are not retryable: already done, or in another retry. Reload the job.',
  })
  const { job: rest, leftOut } = await retryJob(context, asked('api'), job.id)
  expect([rest.total, leftOut]).toEqual([1, 0])
  const targets = await listTargets(store.db, rest.id, { statuses: null, offset: 0, limit: 9 })
  expect(targets.map(({ binding }) => binding.name)).toEqual(['b-2'])
  expect(await retryJob(context, asked('api'), job.id)).toMatchObject({ isNew: false, leftOut: 0 })
  await expect(retryJob(context, asked('api-too'), job.id)).rejects.toMatchObject({ status: 409 })
})
