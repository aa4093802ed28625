import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { cancelJob } from '#lib/services/jobs/end-job.ts'
import { listTargets } from '#lib/store/jobs/jobs.ts'
import { OPERATOR } from '../../garden/action-kit.ts'
import { asked, ended, outcomes } from '../job-kit.ts'
import { expectConsistent, loseAnswer, PATIENCE_MS, releasing, TARGETS } from '../outage-kit.ts'

const OUTAGE_MS = 6_000
/** Time in which a connection breaks and is re-established. */
const BLIP_MS = 200

describe.each(['database', 'api'] as const)('%s fails while a job runs', way => {
  test.each([
    ['for long', OUTAGE_MS],
    ['for a moment', BLIP_MS],
  ])('%s: the job continues by itself, and every target is done once', async (_, ms) => {
    const all = await releasing()
    all[way].cut()
    await sleep(ms)
    if (ms > PATIENCE_MS) expect(all.context.obstacle()).toMatch(/\.$/)
    all[way].mend()
    const targets = () => listTargets(all.observer.db, all.id, { statuses: null, offset: 0, limit: TARGETS })
    expect(await ended(all.observer, all.id), JSON.stringify(await targets())).toMatchObject({ status: 'done' })
    expect(await outcomes(all.observer, all.id)).toEqual(Array.from({ length: TARGETS }, () => 'done'))
    await expectConsistent(all)
  })
})

test('a job is cancelled and ends while Gardener is unreachable', async () => {
  const all = await releasing()
  all.api.cut()
  await cancelJob(all.context, asked('x', OPERATOR), all.id)
  const { status, counts } = await ended(all.observer, all.id)
  expect(status).toBe('cancelled')
  expect(counts.cancelled).toBeGreaterThan(0)
  all.api.mend()
  await vi.waitUntil(() => all.context.obstacle() === null, 30_000)
  await all.observer.db.$executeRaw`UPDATE job_target SET updated_at = updated_at - interval '40 days'`
  await all.runner.settle()
  expect(await outcomes(all.observer, all.id)).not.toContain('unknown')
  await expectConsistent(all)
})

test('cancelling a job fails while the database is unreachable, and succeeds afterwards', async () => {
  const all = await releasing()
  all.database.cut()
  await sleep(OUTAGE_MS)
  const refused = {
    name: expect.stringMatching(/^(Audit|StoreUnavailable)Error$/),
    message: expect.stringMatching(/\.$/),
  }
  await expect(cancelJob(all.context, asked('x', OPERATOR), all.id)).rejects.toMatchObject(refused)
  all.database.mend()
  await vi.waitUntil(() => all.context.store.health().state === 'up', { timeout: 30_000, interval: 10 })
  await cancelJob(all.context, asked('x', OPERATOR), all.id)
  const { status, counts } = await ended(all.observer, all.id)
  expect([status, counts.done + counts.cancelled]).toEqual(['cancelled', TARGETS])
  expect(counts.cancelled).toBeGreaterThan(0)
  await expectConsistent(all)
})

test.each([
  ['starting a target', "UPDATE job_target SET status = 'running'"],
  ['ending the job', 'UPDATE job SET finished_at'],
  ['acquiring the job', 'UPDATE job SET token'],
])('the response to %s is lost: every target is done once', (_, statement) => loseAnswer(statement))
