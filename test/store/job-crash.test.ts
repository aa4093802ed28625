import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accountClaims } from '#lib/services/actions/account-claims.ts'
import { createActionService } from '#lib/services/actions/action-service.ts'
import { startJob } from '#lib/services/jobs/start-job.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import { acquireJob, startNextTarget } from '#lib/store/jobs/job-lease.ts'
import { listTargets, readJob } from '#lib/store/jobs/jobs.ts'
import { type ActionKit, between, OPERATOR, startActionKit } from '../garden/action-kit.ts'
import { asked, jobContext, runnerOf } from './job-kit.ts'
import { testStore } from './test-store.ts'

let kit: ActionKit

beforeAll(async () => {
  kit = await startActionKit()
})

afterAll(() => kit.stop())

/** When the process that owns the first target is killed. */
type Crash = 'before it began' | 'before the write' | 'after the write'

test.each<Crash>(['before it began', 'before the write', 'after the write'])(
  'the target of a process that is killed %s is looked up, and acted on once',
  async crash => {
    const store = await testStore()
    const bindings = [kit.idle(), kit.idle()]
    const audit = new AuditLog(store)
    const claims = accountClaims(store, 'killed')
    const never = () => new Promise<never>(() => {})
    const dying = kit.context({
      audit,
      claims,
      writes: between(kit.writer(), crash === 'after the write' ? { written: never } : { previewed: never }),
    })
    const context = jobContext(store, createActionService(kit.context({ audit, claims })).perform, {
      audit,
      inventory: kit.inventory,
      writes: kit.writer(),
    })
    const { job } = await startJob(context, asked('k', OPERATOR), {
      action: 'hold',
      targets: bindings.map(({ kind, name, resourceVersion }) => ({ kind, name, seenVersion: resourceVersion })),
      reason: 'quota request',
    })
    const namesake = await audit.intent({
      actor: OPERATOR,
      action: 'start job',
      targets: [],
      reason: null,
      ticket: null,
      requestId: `Job/${job.id}/0`,
    })
    await audit.outcome({ intent: namesake, actor: OPERATOR, outcome: 'accepted', detail: null })
    // Starts the target like the killed process; its lease expires.
    const lease = await acquireJob(store.db, 'killed', 1)
    const target = lease && (await startNextTarget(store.db, lease))
    if (!target) throw new Error('the job was not there')
    if (crash !== 'before it began') {
      const input = { binding: target.binding, reason: job.reason, seenVersion: target.seenVersion }
      const options = { requestId: `Job/${job.id}/0`, priority: 'bulk' } as const
      void createActionService(dying).perform('hold', OPERATOR, input, options)
      if (crash === 'after the write') {
        await vi.waitUntil(async () => (await kit.observer.read(target.binding)).labels.dirty === 'held', 10_000)
      }
    }
    const runner = runnerOf(context, 'next')
    await vi.waitUntil(
      async () => {
        await runner.look()
        return (await readJob(store.db, job.id))?.finishedAt
      },
      { timeout: 60_000, interval: 100 },
    )
    const targets = await listTargets(store.db, job.id, { statuses: null, offset: 0, limit: 10 })
    expect(targets.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['done', crash === 'after the write' ? 1 : 2],
      ['done', 1],
    ])
    for (const binding of bindings) {
      const now = await kit.observer.read(binding)
      expect(now.labels.dirty).toBe('held')
      // One write each.
      expect(now.annotations['hap.kyma-project.io/writes']?.split(' ')).toHaveLength(1)
    }
    const records = await listAudit(store.db, { action: 'hold' }, { limit: 10 })
    expect(records.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(crash === 'after the write' ? 1 : 2)
    expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
  },
)
