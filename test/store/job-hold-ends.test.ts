import { expect, test } from 'vitest'
import { cancelJob } from '#lib/services/jobs/end-job.ts'
import { startJob } from '#lib/services/jobs/start-job.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { asked, jobContext, order } from './job-kit.ts'
import { testStore } from './test-store.ts'

test('refuses to start a hold in the past, but finds a job that was started before the hold ended', async () => {
  const store = await testStore()
  let at = Date.parse('2026-11-26T12:00:00Z')
  const context = jobContext(store, () => new Promise<never>(() => {}), { now: () => at })
  const hold = (until: string) => order(2, { action: 'hold', until })
  await expect(startJob(context, asked('k'), hold('2026-11-26T12:00:00Z'))).rejects.toMatchObject({
    status: 400,
    message: 'until: The end of the hold is not in the future.',
  })
  expect(await listAudit(store.db, {}, { limit: 9 })).toMatchObject([
    { action: 'start job', outcome: 'refused', detail: expect.stringContaining('not in the future') },
  ])
  const first = await startJob(context, asked('k'), hold('2026-11-26T12:01:00Z'))
  at += 3_600_000
  expect(await startJob(context, asked('k'), hold('2026-11-26T12:01:00Z'))).toMatchObject({
    isNew: false,
    job: { id: first.job.id },
  })
  await cancelJob(context, asked('k'), first.job.id)
  const again = { ...hold('2026-11-26T12:01:00Z'), retryOf: first.job.id }
  await expect(startJob(context, asked('k2'), again)).rejects.toMatchObject({
    status: 409,
    message: 'until: The end of the hold is not in the future.',
  })
})
