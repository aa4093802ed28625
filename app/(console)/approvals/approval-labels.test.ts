import { expect, test } from 'vitest'
import type { ApprovalView } from '#lib/services/approvals/approval.ts'
import type { ApprovalState } from '#lib/store/approval-state.ts'
import { decisionRefusal, formatProposal, formatState } from './approval-labels.ts'

const RELEASE: ApprovalView = {
  id: 'a-1',
  state: 'waiting',
  action: 'release',
  targets: ['CredentialsBinding/garden/aws-1'],
  count: 1,
  bulk: false,
  danger: 'The contents of the account may be deleted.',
  consequence: '',
  reason: 'the tenant left',
  ticket: null,
  proposer: 'Olga',
  proposerIssuer: null,
  proposerSubject: 'p-1',
  own: false,
  createdAt: '2026-11-24T10:00:00.000Z',
  expiresAt: '2026-11-25T10:00:00.000Z',
  decider: null,
  deciderIssuer: null,
  deciderSubject: null,
  decidedAt: null,
  outcome: null,
  jobId: null,
}

test.each<[Partial<ApprovalView>, string]>([
  [{}, 'Release of aws-1'],
  [{ count: 2 }, 'Release of aws-1 and 1 more of its account'],
  [{ bulk: true, count: 1_200, action: 'mark-dirty' }, 'Mark dirty of 1,200 bindings'],
  [{ targets: ['odd'] }, 'Release of odd'],
])('%j is a %s', (more, words) => {
  expect(formatProposal({ ...RELEASE, ...more })).toBe(words)
})

test.each<[ApprovalState, Partial<ApprovalView>, string]>([
  ['waiting', {}, 'Waiting for a second person.'],
  ['waiting', { outcome: 'Busy.' }, 'Nothing was written. The proposal can be approved again. Busy.'],
  ['running', { decider: 'Otto' }, 'Approved by Otto. The action is running.'],
  ['done', { decider: 'Otto', outcome: 'It was released.' }, 'Approved by Otto. It was released.'],
  ['stale', { decider: 'Otto', outcome: 'It changed.' }, 'Approved by Otto. It changed.'],
  ['refused', { decider: 'Otto', outcome: 'no' }, 'Refused by Otto. no'],
  ['withdrawn', { decider: 'Olga', outcome: 'a slip' }, 'Withdrawn by Olga. a slip'],
  ['expired', {}, 'Expired: not approved in time.'],
  [
    'unknown',
    { decider: 'Otto' },
    'Approved by Otto. It is not known yet whether the change was written. The console is checking.',
  ],
])('the label of %s with %j', (state, more, words) => {
  expect(formatState({ ...RELEASE, ...more, state })).toBe(words)
})

test('a proposer may only withdraw the proposal, and others may not', () => {
  const own = { ...RELEASE, own: true }
  expect(decisionRefusal('approve', own)).toContain('your own proposal')
  expect(decisionRefusal('refuse', own)).toContain('your own proposal')
  expect(decisionRefusal('withdraw', own)).toBeNull()
  expect(decisionRefusal('approve', RELEASE)).toBeNull()
  expect(decisionRefusal('withdraw', RELEASE)).toContain('Only the proposer, Olga,')
})
