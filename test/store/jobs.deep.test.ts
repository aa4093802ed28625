import { expect, test, vi } from 'vitest'
import { cancelJob } from '#lib/services/jobs/end-job.ts'
import { startJob } from '#lib/services/jobs/start-job.ts'
import { listTargets } from '#lib/store/jobs/jobs.ts'
import { asked, DONE, ended, expectEachDoneOnce, jobContext, order, outcomes, runnerOf } from './job-kit.ts'
import { testStore } from './test-store.ts'

test('a job of 5,000 targets is stored immediately and can be cancelled while it runs', async () => {
  const store = await testStore()
  const context = jobContext(store, async () => DONE)
  const { job } = await startJob(context, asked('k'), order(5_000))
  expect(job).toMatchObject({ total: 5_000, counts: { pending: 5_000 } })
  const last = await listTargets(store.db, job.id, { statuses: ['pending'], offset: 4_999, limit: 100 })
  expect(last).toMatchObject([{ position: 4_999, binding: { name: 'b-4999' }, seenVersion: '4999' }])
  await runnerOf(context).look()
  await vi.waitUntil(async () => (await outcomes(store, job.id)).includes('done'), 10_000)
  await cancelJob(context, asked('x'), job.id)
  const { status, counts } = await ended(store, job.id)
  expect(status).toBe('cancelled')
  expect(counts.done + counts.cancelled).toBe(5_000)
})

test('a job of 5,000 targets ends with every target done once', async () => {
  await expectEachDoneOnce(5_000)
})
