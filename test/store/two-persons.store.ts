import { expect, test } from 'vitest'
import { createApprovalService } from '#lib/services/approvals/approval-service.ts'
import { actionsOfTwo, jobsOfTwo } from '#lib/services/approvals/two-persons.ts'
import { listAudit } from '#lib/store/audit/list.ts'
import { JOB, KEY, NOW, ORDER, olga, plannedAs, refusal, vera, world } from './approval-kit.ts'
import { DONE } from './job-kit.ts'

test('nobody does alone what needs two; what does not is done as it was judged', async () => {
  const options = { requestId: 'r-9' }
  const danger = await world()
  const refused = await actionsOfTwo(danger.context.actions, danger.context).perform(
    'release',
    olga,
    ORDER.order,
    options,
  )
  expect(refused).toMatchObject({
    status: 'refused',
    reason: expect.stringContaining('a second person has to approve it'),
  })
  expect(danger.asked).toEqual([])
  expect(await listAudit(danger.store.db, {}, { limit: 2 })).toMatchObject([
    {
      action: 'release',
      actor: 'Olga',
      outcome: 'refused',
      targets: [KEY],
      reason: 'the tenant left',
      requestId: 'r-9',
    },
  ])
  const harmless = await world(DONE, plannedAs(null))
  await actionsOfTwo(harmless.context.actions, harmless.context).perform('unhold', olga, ORDER.order, options)
  expect(harmless.asked[0]?.[2]).toEqual({ ...ORDER.order, seenVersion: '41', seenEpoch: 0 })
  // Nothing is judged of what never is dangerous, nor of whoever may not do it: the service refuses that itself.
  const never = await world(DONE, null)
  const { perform } = actionsOfTwo(never.context.actions, never.context)
  await perform('hold', olga, ORDER.order, options)
  await perform('release', vera, ORDER.order, options)
  await perform('explode', olga, ORDER.order, options)
  expect(never.asked).toHaveLength(3)
  const changed = await world(DONE, { status: 'changed', reason: 'It changed.', now: NOW })
  expect(
    await actionsOfTwo(changed.context.actions, changed.context).perform('release', olga, ORDER.order, options),
  ).toMatchObject({
    status: 'changed',
  })
  expect(changed.asked).toEqual([])
})

test('nobody starts alone a job that needs two', async () => {
  const { context, started, store } = await world()
  const request = { user: olga, requestId: null, key: 'k' }
  const jobs = jobsOfTwo(context.jobs, context)
  await expect(jobs.start(request, JOB)).rejects.toEqual(refusal(409, 'a second person'))
  expect(await listAudit(store.db, {}, { limit: 2 })).toMatchObject([{ action: 'start job', outcome: 'refused' }])
  await jobs.start(request, { ...JOB, action: 'hold' })
  await jobs.start(request, { nonsense: true })
  await jobs.start({ ...request, user: vera }, JOB)
  expect(started).toHaveLength(3)
  await jobsOfTwo(context.jobs, { ...context, dangerOf: () => null }).start(request, JOB)
  expect(started).toHaveLength(4)
  await store.db.job.create({
    data: { id: 'j-9', action: 'release', parameters: {}, reason: 'x', actor: 'x', status: 'done', total: 1 },
    select: { id: true },
  })
  await expect(jobs.retry(request, 'j-9', null)).rejects.toEqual(refusal(409, 'propose a new job'))
})

test('where no second person is asked for, whoever may propose hears that, and nobody else', async () => {
  const { context, by, store } = await world()
  const { propose } = createApprovalService(context, false)
  await expect(propose(by(vera), {})).rejects.toEqual(refusal(403, 'This needs the role operator.'))
  await expect(propose(by(olga), ORDER)).rejects.toEqual(refusal(409, 'asks for no second person'))
  expect(await listAudit(store.db, {}, { limit: 3 })).toMatchObject([
    { action: 'propose', actor: 'Olga', outcome: 'refused' },
    { action: 'propose', actor: 'Vera', outcome: 'refused' },
  ])
})
