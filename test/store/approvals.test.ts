import { expect, test } from 'vitest'
import type { User } from '#lib/auth/session.ts'
import { preconditionsOf } from '#lib/hap/actions/diff.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import { approve } from '#lib/services/approvals/approve.ts'
import { expireProposals } from '#lib/services/approvals/end-proposal.ts'
import { listApprovals } from '#lib/services/approvals/list-approvals.ts'
import { previewApproval } from '#lib/services/approvals/preview-approval.ts'
import { propose } from '#lib/services/approvals/propose.ts'
import { APPROVAL_RESOLVERS, recoverApproved } from '#lib/services/approvals/recover-approvals.ts'
import { jobIdOf } from '#lib/services/jobs/job-input.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import {
  AT,
  ada,
  BINDING,
  DANGER,
  JOB,
  KEY,
  MINUTE,
  NOW,
  ORDER,
  olga,
  otto,
  plannedAs,
  refusal,
  SAID,
  script,
  vera,
  world,
} from './approval-kit.ts'
import { DONE } from './job-kit.ts'

test('performs an approved proposal once, at the version that was seen, in both names', async () => {
  const { proposed, approved, asked, context, store } = await world()
  const made = await proposed()
  expect(made).toMatchObject({ state: 'waiting', own: true, danger: DANGER, targets: [KEY], proposer: 'Olga' })
  expect(asked).toEqual([])
  expect(await listApprovals(context, otto, { target: KEY, waiting: true, limit: 5 })).toMatchObject({
    waiting: 1,
    approvals: [{ id: made.id, own: false }],
  })
  expect(await approved(made.id)).toMatchObject({
    state: 'done',
    decider: 'Otto',
    outcome: 'The binding was released.',
  })
  expect(asked).toEqual([
    [
      'release',
      { id: 'operator', name: 'Olga, approved by Otto', role: 'operator' },
      { ...ORDER.order, ...preconditionsOf(NOW) },
      {
        requestId: `Approval/${made.id}`,
        onSettled: expect.any(Function),
        remembered: new Map([[KEY, { uid: 'uid-1', account: 'Secret/garden/aws-1' }]]),
      },
    ],
  ])
  await expect(approved(made.id, ada)).rejects.toEqual(refusal(409, 'was approved by Otto and done'))
  expect(await listAudit(store.db, {}, { limit: 9 })).toMatchObject([
    { action: 'approve', actor: 'Ada', outcome: 'refused' },
    {
      action: 'approve',
      actor: 'Otto',
      outcome: 'accepted',
      targets: [`Approval/${made.id}`, KEY],
      before: { proposer: 'Olga' },
    },
    { action: 'propose', actor: 'Olga', outcome: 'accepted', reason: 'the tenant left' },
  ])
  expect(asked).toHaveLength(1)
})

test('performs a proposal with the lower role of both persons, and not for a proposer without a role', async () => {
  const { proposed, approved, asked, context } = await world()
  await approved((await proposed(ORDER, ada)).id, otto)
  expect(asked[0]?.[1].role).toBe('operator')
  const { id } = await proposed()
  await expect(
    approve({ ...context, roleOf: () => null }, { user: otto, requestId: null, signedInAt: AT }, id, SAID),
  ).rejects.toEqual(refusal(409, 'no longer has a role'))
})

test.each<[string, User, unknown, number, string]>([
  ['a viewer', vera, ORDER, 403, 'Requires the operator role'],
  ['a token', script, ORDER, 403, 'A token cannot propose'],
  ['no reason', olga, { ...ORDER, order: { binding: BINDING } }, 400, 'reason'],
  ['no action', olga, { action: 'explode', order: {} }, 400, ''],
  ['nothing', olga, null, 400, ''],
])('refuses a proposal with %s', async (_, user, input, status, words) => {
  const { proposed, store } = await world()
  await expect(proposed(input, user)).rejects.toEqual(refusal(status, words))
  expect(await store.db.approval.count()).toBe(0)
  expect(await listAudit(store.db, { outcome: 'refused' }, { limit: 2 })).toMatchObject([{ action: 'propose' }])
})

test.each<[string, unknown, string]>([
  ['that is not dangerous', plannedAs(null), 'requires no approval'],
  ['that Gardener rejects', { ...plannedAs(DANGER), objection: 'A webhook denied it.' }, 'A webhook denied it.'],
  ['that is refused', { status: 'refused', reason: 'It is on hold.', now: NOW }, 'It is on hold.'],
  ['on a changed binding', { status: 'changed', reason: 'It changed.', now: NOW }, 'It changed.'],
])('refuses to propose an action %s', async (_, preview, words) => {
  await expect((await world(DONE, preview)).proposed()).rejects.toEqual(refusal(409, words))
})

test('proposes an action that is dangerous for another binding of the account, but not twice', async () => {
  const other = { binding: { ...NOW, name: 'aws-1b' }, plan: { danger: DANGER } }
  const { proposed, ended } = await world(DONE, plannedAs(null, [other]))
  const { id, targets } = await proposed()
  expect(targets).toEqual([KEY, 'CredentialsBinding/garden/aws-1b'])
  await expect(proposed(ORDER, otto)).rejects.toEqual(refusal(409, 'Olga has already proposed this'))
  await ended('withdraw', id, olga)
  await expect(proposed(ORDER, otto)).resolves.toMatchObject({ state: 'waiting' })
})

test.each<[string, User, number | null, number, string]>([
  ['the proposer', olga, 0, 403, 'Another person has to approve it'],
  ['a viewer', vera, 0, 403, 'Requires the operator role'],
  ['a token', script, null, 403, 'A token cannot approve'],
  ['a person with an old sign-in', otto, -6 * MINUTE, 403, 'Sign in again'],
  ['a person with an unknown sign-in time', otto, null, 403, 'does not send auth_time'],
])('refuses and records an approval by %s', async (_, user, signedIn, status, words) => {
  const { proposed, context, asked, stateOf, store } = await world()
  const { id } = await proposed()
  const call = { user, requestId: null, signedInAt: signedIn === null ? null : AT + signedIn }
  await expect(approve(context, call, id, SAID)).rejects.toEqual(refusal(status, words))
  expect([asked, await stateOf(id)]).toEqual([[], 'waiting'])
  expect(await listAudit(store.db, { outcome: 'refused' }, { limit: 9 })).toMatchObject([
    { action: 'approve', actor: user.name, targets: [`Approval/${id}`] },
  ])
})

test('refuses decisions on an expired proposal', async () => {
  const { proposed, approved, ended, clock, stateOf, asked } = await world()
  const { id } = await proposed()
  clock.now += 24 * 60 * MINUTE
  expect(await stateOf(id)).toBe('expired')
  await expect(approved(id)).rejects.toEqual(refusal(409, 'has expired'))
  await expect(ended('withdraw', id, olga)).rejects.toEqual(refusal(409, 'has expired'))
  expect(asked).toEqual([])
  await expect(approved('there-is-none')).rejects.toEqual(refusal(404, 'no such proposal'))
})

test('records the expiry of a proposal once, regardless of the number of replicas', async () => {
  const { proposed, approved, ended, clock, context, store, stateOf } = await world()
  const { id } = await proposed()
  await ended('withdraw', (await proposed({ job: JOB }, olga)).id, olga)
  clock.now += MINUTE
  const later = await proposed({ job: JOB })
  const all = () => Promise.all(Array.from({ length: 6 }, () => expireProposals(context)))
  expect(await all()).toEqual([0, 0, 0, 0, 0, 0])
  clock.now += 24 * 60 * MINUTE - MINUTE
  expect((await all()).toSorted()).toEqual([0, 0, 0, 0, 0, 1])
  expect([await stateOf(id), await stateOf(later.id)]).toEqual(['expired', 'waiting'])
  await expect(approved(id)).rejects.toEqual(refusal(409, 'has expired'))
  clock.now += MINUTE
  expect((await all()).reduce((sum, count) => sum + count)).toBe(1)
  const entries = await listAudit(store.db, {}, { limit: 99 })
  const expired = { action: 'expire proposal', actor: 'hap-console', outcome: 'accepted' }
  expect(entries.filter(({ action }) => action === 'expire proposal')).toMatchObject([
    {
      ...expired,
      targets: [`Approval/${later.id}`, 'CredentialsBinding/garden/b-0', 'CredentialsBinding/garden/b-1'],
      before: { action: 'release', bindings: 2, proposer: 'Olga' },
    },
    { ...expired, targets: [`Approval/${id}`, KEY], before: { action: 'release', bindings: 1, proposer: 'Olga' } },
  ])
  expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
})

test('only the proposer may withdraw a proposal, and only another person may refuse it', async () => {
  const { proposed, ended, approved, stateOf } = await world()
  const first = await proposed()
  await expect(ended('refuse', first.id, olga)).rejects.toEqual(refusal(403, 'Withdraw it instead'))
  await expect(ended('withdraw', first.id, otto)).rejects.toEqual(refusal(403, 'Only its proposer, Olga, can withdraw'))
  await expect(ended('refuse', first.id, script)).rejects.toEqual(refusal(403, 'A token'))
  await expect(ended('refuse', first.id, vera)).rejects.toEqual(refusal(403, 'operator'))
  expect(await ended('refuse', first.id, otto)).toMatchObject({
    state: 'refused',
    outcome: SAID.reason,
    decider: 'Otto',
  })
  await expect(approved(first.id, ada)).rejects.toEqual(refusal(409, 'was refused by Otto'))
  const second = await proposed()
  await ended('withdraw', second.id, olga)
  expect(await stateOf(second.id)).toBe('withdrawn')
})

test('accepts one of several simultaneous decisions', async () => {
  const { proposed, approved, ended, asked, stateOf } = await world()
  for (let round = 0; round < 8; round++) {
    asked.length = 0
    const { id } = await proposed()
    const decisions = [
      () => approved(id, otto),
      () => ended('withdraw', id, olga),
      () => approved(id, ada),
      () => ended('refuse', id, otto),
    ]
    const first = decisions.splice(0, round % 4)
    const outcomes = await Promise.allSettled([...decisions, ...first].map(decide => decide()))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const state = await stateOf(id)
    expect(['done', 'withdrawn', 'refused']).toContain(state)
    expect(asked).toHaveLength(state === 'done' ? 1 : 0)
  }
})

const stopped = (status: string, more: object = {}) =>
  ({ status, reason: 'So it is.', now: null, ...more }) as ActionResult

test.each<[string, ActionResult, string, number]>([
  ['done', DONE, 'done', 1],
  ['changed', stopped('changed'), 'stale', 1],
  ['refused', stopped('refused'), 'failed', 1],
  ['postponed', stopped('refused', { retryAfterMs: 5_000 }), 'waiting', 2],
  ['failed without an answer of Gardener', stopped('failed', { retryAfterMs: null }), 'waiting', 2],
  ['in doubt', stopped('unknown'), 'unknown', 1],
  ['reverted', stopped('collided', { now: NOW }), 'failed', 1],
])(
  'the proposal of an action that is %s has the matching state, and is approved again only if nothing was written',
  async (_, result, state, times) => {
    const { proposed, approved, asked, stateOf } = await world(result)
    const { id } = await proposed()
    await approved(id)
    expect(await stateOf(id)).toBe(state)
    await approved(id, ada).catch(() => undefined)
    expect(asked).toHaveLength(times)
  },
)

test('a proposal whose process ended before the action fails, and is never performed again', async () => {
  const { proposed, approved, asked, clock, context, stateOf } = await world(() => Promise.reject(new Error('crash')))
  const { id } = await proposed()
  await expect(approved(id)).rejects.toThrow('crash')
  expect(await stateOf(id)).toBe('unknown')
  await expect(approved(id, ada)).rejects.toEqual(refusal(409, 'its result is being checked'))
  clock.now += 3 * MINUTE
  expect([await recoverApproved(context), await stateOf(id)]).toEqual([0, 'unknown'])
  clock.now += 10 * MINUTE
  expect([await recoverApproved(context), await stateOf(id)]).toEqual([1, 'failed'])
  await expect(approved(id, ada)).rejects.toEqual(refusal(409, 'failed'))
  expect(asked).toHaveLength(1)
})

test.each<['accepted' | 'failed' | 'unknown', string]>([
  ['accepted', 'done'],
  ['failed', 'failed'],
  ['unknown', 'unknown'],
])('takes the outcome %s of the recorded action for its proposal: %s', async (outcome, state) => {
  const { proposed, clock, context, store, stateOf } = await world()
  const { id } = await proposed()
  const decidedAt = new Date(AT)
  await store.db.approval.update({
    where: { id },
    data: { status: 'approved', decider: 'Otto', decidedAt },
    select: { id: true },
  })
  expect(await stateOf(id)).toBe('running')
  const actor = { name: 'Olga, approved by Otto', role: 'operator' }
  const draft = { actor, action: 'release', targets: [KEY], reason: 'x', ticket: null, requestId: `Approval/${id}` }
  const intent = await context.audit.intent(draft)
  await context.audit.outcome({ intent, actor, outcome, detail: null })
  clock.now += 3 * MINUTE
  await recoverApproved(context)
  expect(await stateOf(id)).toBe(state)
})

test.each<['accepted' | 'refused', readonly [string, string]]>([
  ['accepted', ['unknown', 'failed']],
  ['refused', ['failed', 'failed']],
])(
  'does not take %s of another binding of the account for the outcome of the whole action',
  async (outcome, states) => {
    const other = { binding: { ...NOW, name: 'aws-1b' }, plan: { danger: DANGER } }
    const { proposed, clock, context, store, stateOf } = await world(DONE, plannedAs(null, [other]))
    const { id } = await proposed()
    await store.db.approval.update({
      where: { id },
      data: { status: 'approved', decider: 'Otto', decidedAt: new Date(AT) },
      select: { id: true },
    })
    const actor = { name: 'Olga, approved by Otto', role: 'operator' }
    const targets = ['CredentialsBinding/garden/aws-1b', 'GlobalAccount/t-1']
    const draft = { actor, action: 'release', targets, reason: 'x', ticket: null, requestId: `Approval/${id}` }
    const intent = await context.audit.intent(draft)
    await context.audit.outcome({ intent, actor, outcome, detail: null })
    clock.now += 3 * MINUTE
    await recoverApproved(context)
    const seen = await stateOf(id)
    clock.now += 10 * MINUTE
    await recoverApproved(context)
    expect([seen, await stateOf(id)]).toEqual(states)
  },
)

test('starts a dangerous bulk job once its proposal is approved, with a key of the proposal', async () => {
  const { proposed, approved, started, context, store, clock, stateOf } = await world()
  const { id, count } = await proposed({ job: JOB })
  expect([count, started]).toEqual([2, []])
  expect(await approved(id)).toMatchObject({ state: 'done', jobId: 'j-1', bulk: true })
  expect(started).toEqual([
    [
      {
        user: { id: 'operator', name: 'Olga, approved by Otto', role: 'operator' },
        requestId: `Approval/${id}`,
        key: `approval-${id}`,
        remembered: new Map(
          ['b-0', 'b-1'].map(name => [
            `CredentialsBinding/garden/${name}`,
            { uid: `uid-${name}`, account: `Secret/garden-test/${name}` },
          ]),
        ),
      },
      { ...JOB, ticket: null },
    ],
  ])
  await expect(proposed({ job: { ...JOB, retryOf: 'j-1' } })).rejects.toEqual(refusal(409, 'cannot be retried'))
  await expect(
    propose({ ...context, dangerOf: () => null }, { user: olga, requestId: null }, { job: JOB }),
  ).rejects.toEqual(refusal(409, 'requires no approval'))
  // The outcome of a proposal whose process ended follows from the job.
  const left = await proposed({ job: JOB })
  await store.db.approval.update({
    where: { id: left.id },
    data: { status: 'approved', decider: 'Otto', decidedAt: new Date(AT) },
    select: { id: true },
  })
  await store.db.job.create({
    data: {
      id: jobIdOf('operator', `approval-${left.id}`),
      action: 'release',
      parameters: {},
      reason: 'x',
      actor: 'x',
      status: 'queued',
      total: 2,
    },
    select: { id: true },
  })
  clock.now += 3 * MINUTE
  expect([await recoverApproved(context), await stateOf(left.id)]).toEqual([1, 'done'])
})

test('shows an approver the preview of the action, and writes and records nothing', async () => {
  const { proposed, approved, context, store } = await world()
  const one = await proposed()
  const many = await proposed({ job: JOB })
  const recorded = (await listAudit(store.db, {}, { limit: 9 })).length
  const previews: unknown[][] = []
  const actions = {
    ...context.actions,
    preview: async (...args: unknown[]) => {
      previews.push(args)
      return plannedAs(DANGER)
    },
  }
  const seen = { ...context, actions }
  const both = { id: 'operator', name: 'Olga, approved by Otto', role: 'operator' }
  expect(await previewApproval(seen, otto, one.id)).toEqual({ bulk: false, preview: plannedAs(DANGER) })
  expect(previews).toEqual([['release', both, { ...ORDER.order, ...preconditionsOf(NOW) }]])
  expect(await previewApproval(seen, otto, many.id)).toEqual({
    bulk: true,
    action: 'release',
    by: both,
    targets: JOB.targets,
  })
  expect(await listAudit(store.db, {}, { limit: 9 })).toHaveLength(recorded)
  await expect(previewApproval(seen, vera, one.id)).rejects.toEqual(refusal(403, 'Requires the operator role'))
  await expect(previewApproval(seen, otto, 'nobody')).rejects.toEqual(refusal(404, 'no such proposal'))
  await expect(previewApproval({ ...seen, roleOf: () => null }, otto, one.id)).rejects.toEqual(
    refusal(409, 'no longer has a role'),
  )
  await approved(one.id)
  await expect(previewApproval(seen, ada, one.id)).rejects.toEqual(refusal(409, 'was approved by Otto and done'))
})

test('resolves open audit entries from the proposal', async () => {
  const { proposed, approved, ended, store } = await world()
  const one = await proposed()
  await approved(one.id)
  const two = await proposed(ORDER, ada)
  await ended('withdraw', two.id, ada)
  const entries = await listAudit(store.db, {}, { limit: 9 })
  const looked = await Promise.all(entries.map(entry => APPROVAL_RESOLVERS[entry.action]?.(store.db, entry)))
  expect(looked.map(found => found?.outcome)).toEqual(['accepted', 'accepted', 'accepted', 'accepted'])
  const [withdrawn] = entries
  if (!withdrawn) throw new Error('nothing was recorded')
  const late = { ...withdrawn, action: 'approve', actor: 'Otto' }
  expect(await APPROVAL_RESOLVERS.approve?.(store.db, late)).toMatchObject({
    outcome: 'refused',
    detail: 'Ada had already decided.',
  })
})

test('a decision belongs to the id of its user, even if another user has the same name', async () => {
  const { store, proposed, approved } = await world()
  const issuer = 'https://idp.example.com/'
  const [one, other]: User[] = ['oidc:1', 'oidc:2'].map(id => ({ id, name: 'Otto', role: 'operator', issuer }))
  const { id } = await proposed(ORDER, { ...olga, name: 'Otto' })
  await approved(id, one)
  expect(await store.db.approval.findUniqueOrThrow({ where: { id } })).toMatchObject({
    proposerId: 'operator',
    proposerIssuer: null,
    decider: 'Otto',
    deciderId: one?.id,
    deciderIssuer: issuer,
  })
  const [entry] = await listAudit(store.db, { action: 'approve' }, { limit: 1 })
  if (!entry) throw new Error('nothing was recorded')
  expect([entry.actorIssuer, entry.actorSubject]).toEqual([issuer, '1'])
  const look = (actorSubject: string) => APPROVAL_RESOLVERS.approve?.(store.db, { ...entry, actorSubject })
  expect(await look('1')).toMatchObject({ outcome: 'accepted' })
  expect(await look(other?.id.slice('oidc:'.length) ?? '')).toMatchObject({ outcome: 'refused' })
})

test('tells a proposer and a decider of the same name apart by issuer and subject', async () => {
  const { proposed, approved } = await world()
  const issuer = 'https://idp.example.com/'
  const [proposer, decider] = ['u-1', 'U-1'].map(id => ({ ...otto, id: `oidc:${id}`, name: 'Ada', issuer }))
  const { id } = await proposed(ORDER, proposer)
  expect(await approved(id, decider)).toMatchObject({
    ...{ proposer: 'Ada', proposerIssuer: issuer, proposerSubject: 'u-1' },
    ...{ decider: 'Ada', deciderIssuer: issuer, deciderSubject: 'U-1' },
  })
})
