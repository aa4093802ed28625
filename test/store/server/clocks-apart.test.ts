import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { mayStillLand } from '#lib/services/audit/resolve-outcomes.ts'
import { startJob } from '#lib/services/jobs/start-job.ts'
import { AuditLog, closeAbandoned } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { listUnknownTargets } from '#lib/store/jobs/job-lease.ts'
import { type OpenStore, openStore } from '#lib/store/open-store.ts'
import { Secret } from '#lib/util/secret.ts'
import { asked, ended, jobContext, order, runnerOf } from '../job-kit.ts'
import { SILENT } from '../silent.ts'
import { newServerDatabase } from '../test-store.ts'

const MINUTE = 60_000

afterEach(() => {
  vi.useRealTimers()
})

/** A process whose clock has this offset from that of the database. */
async function processOff(url: string, byMs: number): Promise<OpenStore> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs })
  const store = await openStore({ database: { url: new Secret(url), connections: 4 }, slowMs: MINUTE, events: SILENT })
  onTestFinished(() => store.close())
  return store
}

const draft = {
  actor: { name: 'omar', role: 'operator' },
  action: 'hold',
  targets: ['CredentialsBinding/garden/b-1'],
  reason: 'x',
  ticket: null,
  requestId: 'r-1',
} as const

test.each([
  ['behind', -11 * MINUTE],
  ['ahead', 11 * MINUTE],
])('a process whose clock is %s closes no recent entry of others, and has the same time', async (_, byMs) => {
  const url = await newServerDatabase()
  const right = await openStore({ database: { url: new Secret(url), connections: 4 }, slowMs: MINUTE, events: SILENT })
  onTestFinished(() => right.close())
  const off = await processOff(url, byMs)

  const [database] = await right.db.$queryRaw<[{ at: Date }]>`SELECT clock_timestamp() AS at`
  expect(Math.abs(off.now() - database.at.getTime())).toBeLessThan(5_000)
  await new AuditLog(right).intent(draft)
  await new AuditLog(off).intent(draft)
  for (const store of [right, off]) {
    expect(await closeAbandoned(store, new Date(store.now() - 10 * MINUTE))).toBe(0)
    const entries = await listAudit(store.db, {}, { limit: 10 })
    expect(entries.map(entry => mayStillLand(entry, store.now()))).toEqual([true, true])
  }

  const context = jobContext(right, async () => ({ status: 'unknown', reason: 'No answer.' }))
  const { job } = await startJob(context, asked('k'), order(1))
  await runnerOf(context).look()
  await ended(right, job.id)
  await runnerOf(jobContext(off, async () => ({ status: 'unknown', reason: 'No answer.' }))).settle()
  expect(await listUnknownTargets(right.db, { offset: 0, limit: 10 })).toHaveLength(1)
})
