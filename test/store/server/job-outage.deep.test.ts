import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { cancelJob } from '#lib/services/jobs/end-job.ts'
import { listTargets } from '#lib/store/jobs/jobs.ts'
import { OPERATOR } from '../../garden/action-kit.ts'
import { asked, ended, outcomes } from '../job-kit.ts'
import { expectHonest, loseAnswer, PATIENCE_MS, releasing, TARGETS } from '../outage-kit.ts'

const OUTAGE_MS = 6_000
/** What a connection takes to break and to be made again. */
const BLIP_MS = 200

describe.each(['database', 'api'] as const)('%s goes away while a job is at work', way => {
  test.each([
    ['for long', OUTAGE_MS],
    ['for a moment', BLIP_MS],
  ])('%s: it goes on by itself, and every target is done once', async (_, ms) => {
    const all = await releasing()
    all[way].cut()
    await sleep(ms)
    if (ms > PATIENCE_MS) expect(all.context.obstacle()).toMatch(/\.$/)
    all[way].mend()
    const targets = () => listTargets(all.observer.db, all.id, { statuses: null, offset: 0, limit: TARGETS })
    expect(await ended(all.observer, all.id), JSON.stringify(await targets())).toMatchObject({ status: 'done' })
    expect(await outcomes(all.observer, all.id)).toEqual(Array.from({ length: TARGETS }, () => 'done'))
    await expectHonest(all)
  })
})

test('a job is cancelled while Gardener is away, and ends without it', async () => {
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
  await expectHonest(all)
})

test('a job is not cancelled while the database is away, and is once it is back', async () => {
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
  await expectHonest(all)
})

test.each([
  ['takes a target', "UPDATE job_target SET status = 'running'"],
  ['ends the job', 'UPDATE job SET finished_at'],
  ['takes the job', 'UPDATE job SET token'],
])('the answer to what %s is lost: every target is done once', (_, statement) => loseAnswer(statement))
