import { expect, test } from 'vitest'
import { RETRYABLE_STATUSES } from '#lib/hap/actions/job.ts'
import { retryJob, startJob } from '#lib/services/jobs/start-job.ts'
import { listTargets, readRetries } from '#lib/store/jobs/jobs.ts'
import { AS_SHOWN, asked, DONE, ended, jobContext, order, runnerOf } from './job-kit.ts'
import { testStore } from './test-store.ts'

test('targets in a retry are not retryable in the original job, regardless of the outcome', async () => {
  const store = await testStore()
  const gone = new Set(['b-2'])
  const inventory = {
    namespace: 'garden',
    binding: (key: string) =>
      gone.has(key.split('/').at(-1) ?? '') ? null : { resourceVersion: '9', account: {}, labels: {}, annotations: {} },
  } as never
  const context = jobContext(
    store,
    async (_action, _user, input) =>
      (input as { seenVersion: string }).seenVersion === '0'
        ? DONE
        : { status: 'failed', reason: 'Not accepted.', retryAfterMs: null },
    { inventory, shown: AS_SHOWN },
  )
  const runner = runnerOf(context)
  const { job } = await startJob(context, asked('k'), order(4))
  await runner.look()
  await ended(store, job.id)
  const left = async (id: string) =>
    (await listTargets(store.db, id, { statuses: RETRYABLE_STATUSES, left: true, offset: 0, limit: 9 })).map(
      ({ binding }) => binding.name,
    )
  expect(await readRetries(store.db, [job.id])).toEqual(new Map())
  expect(await left(job.id)).toEqual(['b-1', 'b-2', 'b-3'])

  const again = await retryJob(context, asked('again'), job.id)
  await runner.look()
  await ended(store, again.job.id)
  expect(await readRetries(store.db, [job.id, again.job.id])).toEqual(
    new Map([[job.id, { latest: again.job.id, tried: 2 }]]),
  )
  expect(await left(job.id)).toEqual(['b-2'])
  expect(await left(again.job.id)).toEqual(['b-1', 'b-3'])

  await expect(retryJob(context, asked('once-more'), job.id)).rejects.toMatchObject({ status: 409 })
  const once = await retryJob(context, asked('once-more'), again.job.id)
  expect(await readRetries(store.db, [job.id, again.job.id])).toEqual(
    new Map([
      [job.id, { latest: again.job.id, tried: 2 }],
      [again.job.id, { latest: once.job.id, tried: 2 }],
    ]),
  )
})
