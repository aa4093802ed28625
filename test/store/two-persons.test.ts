import { expect, test } from 'vitest'
import type { User } from '#lib/auth/session.ts'
import { AUTH_TIME_SETTINGS, NO_AUTH_TIME, SIGN_IN_AGAIN } from '#lib/auth/sign-in-time.ts'
import { preconditionsOf } from '#lib/hap/actions/diff.ts'
import { createApprovalService } from '#lib/services/approvals/approval-service.ts'
import { jobKey } from '#lib/services/approvals/approve.ts'
import { guardActions, guardJobs, recentSignIn, TWO_PERSONS } from '#lib/services/approvals/guard.ts'
import { jobIdOf } from '#lib/services/jobs/job-input.ts'
import { startJob } from '#lib/services/jobs/start-job.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { JOB, KEY, MINUTE, NOW, ORDER, olga, plannedAs, refusal, vera, world } from './approval-kit.ts'
import { AS_SHOWN, asked, DONE, ended, jobContext, order, runnerOf } from './job-kit.ts'

test('refuses a dangerous action of one person, and performs another one as it was previewed', async () => {
  const options = { requestId: 'r-9' }
  const danger = await world()
  const refused = await guardActions(danger.context.actions, danger.context, TWO_PERSONS).perform(
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
  await guardActions(harmless.context.actions, harmless.context, TWO_PERSONS).perform(
    'unhold',
    olga,
    ORDER.order,
    options,
  )
  expect(harmless.asked[0]?.[2]).toEqual({ ...ORDER.order, ...preconditionsOf(NOW) })
  // Actions that are never dangerous, and those of users without the role, are not previewed: the service refuses them
  // itself.
  const never = await world(DONE, null)
  const { perform } = guardActions(never.context.actions, never.context, TWO_PERSONS)
  await perform('hold', olga, ORDER.order, options)
  await perform('release', vera, ORDER.order, options)
  await perform('explode', olga, ORDER.order, options)
  expect(never.asked).toHaveLength(3)
  const changed = await world(DONE, { status: 'changed', reason: 'It changed.', now: NOW })
  expect(
    await guardActions(changed.context.actions, changed.context, TWO_PERSONS).perform(
      'release',
      olga,
      ORDER.order,
      options,
    ),
  ).toMatchObject({
    status: 'changed',
  })
  expect(changed.asked).toEqual([])
  const { actions } = changed.context
  for (let count = 0; count < 15; count++)
    await guardActions(actions, changed.context, TWO_PERSONS).perform('release', olga, ORDER.order, options)
  expect(await listAudit(changed.store.db, {}, { limit: 100 })).toHaveLength(10)
})

test('refuses a dangerous job of one person', async () => {
  const { context, started, store } = await world()
  const request = { user: olga, requestId: null, key: 'k' }
  const jobs = guardJobs(context.jobs, context, TWO_PERSONS)
  await expect(jobs.start(request, JOB)).rejects.toEqual(refusal(409, 'a second person'))
  expect(await listAudit(store.db, {}, { limit: 2 })).toMatchObject([{ action: 'start job', outcome: 'refused' }])
  await jobs.start(request, { ...JOB, action: 'hold' })
  await jobs.start(request, { nonsense: true })
  await jobs.start({ ...request, user: vera }, JOB)
  expect(started).toHaveLength(3)
  await guardJobs(context.jobs, { ...context, dangerOf: () => null }, TWO_PERSONS).start(request, JOB)
  expect(started).toHaveLength(4)
  await store.db.job.create({
    data: { id: 'j-9', action: 'release', parameters: {}, reason: 'x', actor: 'x', status: 'done', total: 1 },
    select: { id: true },
  })
  await expect(jobs.retry(request, 'j-9', null)).rejects.toEqual(refusal(409, 'propose a new job'))
})

test('judges a retry by its targets, and retries them at the judged versions', async () => {
  const { context, started, store } = await world()
  const jobsContext = jobContext(store, async () => ({ status: 'failed', reason: 'No.', retryAfterMs: null }), {
    shown: AS_SHOWN,
  })
  const until = new Date(Date.now() + 60 * MINUTE).toISOString()
  const { job } = await startJob(jobsContext, asked('k'), order(2, { action: 'hold', until }))
  await runnerOf(jobsContext).look()
  await ended(store, job.id)
  const judged: unknown[] = []
  const guarded = (danger: string | null) =>
    guardJobs(
      context.jobs,
      {
        ...context,
        bindingOf: () => ({ resourceVersion: 'now', account: {}, labels: {}, annotations: {} }) as never,
        dangerOf: order => {
          judged.push(order)
          return danger
        },
      },
      TWO_PERSONS,
    )
  const request = { user: olga, requestId: null, key: 'again' }
  await expect(guarded('Dangerous.').retry(request, job.id, null)).rejects.toEqual(refusal(409, 'propose a new job'))
  await guarded(null).retry(request, job.id, null)
  const targets = ['b-0', 'b-1'].map(name => ({ kind: 'CredentialsBinding', name, seenVersion: 'now' }))
  expect(judged).toEqual([1, 2].map(() => ({ action: 'hold', targets, until })))
  expect(started).toEqual([[request, job.id, { seen: targets }]])
})

test('refuses a job with the key of a proposal', async () => {
  const { context, started, store } = await world()
  const request = { user: olga, requestId: null, key: jobKey('p-1') }
  const jobs = guardJobs(context.jobs, context, () => null)
  await expect(jobs.start(request, { ...JOB, action: 'hold' })).rejects.toEqual(refusal(400, 'Use another key'))
  await expect(jobs.retry(request, 'j-9', null)).rejects.toEqual(refusal(400, 'Use another key'))
  expect(started).toEqual([])
  expect(await listAudit(store.db, {}, { limit: 9 })).toMatchObject([{ outcome: 'refused' }, { outcome: 'refused' }])
})

/** A user signed in by the identity provider. */
const otto = { ...olga, id: 'oidc:otto', name: 'Otto' }
const script = { ...olga, id: 'token:1', name: 'token ci of Ada' }

test('a dangerous action of one person needs a recent sign-in, other actions do not', async () => {
  const { context, asked, store, clock } = await world()
  const hindrance = recentSignIn(context.now)
  const { perform } = guardActions(context.actions, context, hindrance)
  const at = (minutes: number) => ({ requestId: 'r-1', signedInAt: clock.now - minutes * MINUTE })
  const refusals = [
    [at(5), SIGN_IN_AGAIN],
    [{ requestId: 'r-1', signedInAt: null }, `${NO_AUTH_TIME} ${AUTH_TIME_SETTINGS}`],
    [{ requestId: 'r-1' }, SIGN_IN_AGAIN],
  ] as const
  for (const [options, reason] of refusals)
    expect(await perform('release', otto, ORDER.order, options)).toMatchObject({ status: 'refused', reason })
  expect(asked).toEqual([])
  const refused = { action: 'release', actor: 'Otto', outcome: 'refused', targets: [KEY], requestId: 'r-1' }
  expect(await listAudit(store.db, {}, { limit: 9 })).toMatchObject([refused, refused, refused])
  await perform('hold', otto, ORDER.order, at(60))
  await perform('release', otto, ORDER.order, at(4))
  await perform('release', olga, ORDER.order, at(60))
  await perform('release', script, ORDER.order, { requestId: null, signedInAt: null })
  expect(asked.map(([action, user]) => `${action} by ${user.name}`)).toEqual([
    'hold by Otto',
    'release by Otto',
    'release by Olga',
    'release by token ci of Ada',
  ])
  const harmless = await world(DONE, plannedAs(null))
  const guarded = guardActions(harmless.context.actions, harmless.context, hindrance)
  await guarded.perform('unhold', otto, ORDER.order, at(60))
  expect(harmless.asked[0]?.[2]).toEqual({ ...ORDER.order, ...preconditionsOf(NOW) })
})

test('bulk jobs and their retries need a recent sign-in too', async () => {
  const { context, started, store, clock } = await world()
  const hindrance = recentSignIn(context.now)
  const jobs = guardJobs(context.jobs, context, hindrance)
  const by = (user: User, minutes: number) => ({
    user,
    requestId: null,
    key: 'k',
    signedInAt: clock.now - minutes * MINUTE,
  })
  await store.db.job.create({
    data: { id: 'j-9', action: 'release', parameters: {}, reason: 'x', actor: 'x', status: 'done', total: 1 },
    select: { id: true },
  })
  await expect(jobs.start(by(otto, 6), JOB)).rejects.toEqual(refusal(403, 'Sign in again'))
  await expect(jobs.retry(by(otto, 6), 'j-9', null)).rejects.toEqual(refusal(403, 'Sign in again'))
  const refused = { action: 'start job', actor: 'Otto', outcome: 'refused' }
  expect(await listAudit(store.db, {}, { limit: 9 })).toMatchObject([refused, refused])
  expect(started).toEqual([])
  await jobs.start(by(otto, 4), JOB)
  await jobs.retry(by(otto, 4), 'j-9', null)
  await jobs.start(by(olga, 60), JOB)
  await guardJobs(context.jobs, { ...context, dangerOf: () => null }, hindrance).start(by(otto, 60), JOB)
  expect(started).toHaveLength(4)
})

test.each([
  ['two persons', () => TWO_PERSONS],
  ['a recent sign-in', recentSignIn],
])('returns the started job to a client whose response was lost, even if it now needs %s', async (_, hindranceAt) => {
  const { context, started, store } = await world()
  const jobs = guardJobs(context.jobs, context, hindranceAt(context.now))
  const request = (key: string) => ({ user: otto, requestId: null, key, signedInAt: null })
  const known = { action: 'release', parameters: {}, reason: 'x', actor: 'x', status: 'done', total: 1 } as const
  for (const id of ['j-9', jobIdOf(otto.id, 'sent-before')])
    await store.db.job.create({ data: { ...known, id }, select: { id: true } })
  await jobs.start(request('sent-before'), JOB)
  await jobs.retry(request('sent-before'), 'j-9', null)
  expect(started.map(([asked]) => asked)).toEqual([request('sent-before'), request('sent-before')])
  for (const key of ['another', 'no key'])
    await expect(jobs.start(request(key), JOB)).rejects.toMatchObject({ name: 'RefusedError' })
  await expect(jobs.retry(request('another'), 'j-9', null)).rejects.toMatchObject({ name: 'RefusedError' })
  expect(started).toHaveLength(2)
})

test('reports that no approval is needed only to users who may propose', async () => {
  const { context, by, store } = await world()
  const { propose } = createApprovalService(context, false)
  await expect(propose(by(vera), {})).rejects.toEqual(refusal(403, 'Requires the operator role.'))
  await expect(propose(by(olga), ORDER)).rejects.toEqual(refusal(409, 'requires no approval'))
  expect(await listAudit(store.db, {}, { limit: 3 })).toMatchObject([
    { action: 'propose', actor: 'Olga', outcome: 'refused' },
    { action: 'propose', actor: 'Vera', outcome: 'refused' },
  ])
})
