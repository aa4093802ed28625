import { expect, test } from 'vitest'
import type { ListPart } from '#lib/search/list-part.ts'
import type { ApprovalView } from '#lib/services/approvals/approval.ts'
import type { ApprovalState } from '#lib/store/approval-state.ts'
import { decidedQuery } from './approval-queries.ts'

const DONE: ApprovalView = {
  id: 'a-1',
  state: 'done',
  action: 'release',
  targets: ['CredentialsBinding/garden/aws-1'],
  count: 1,
  bulk: false,
  danger: '',
  consequence: '',
  reason: 'the tenant left',
  ticket: null,
  proposer: 'Olga',
  proposerIssuer: null,
  proposerSubject: 'p-1',
  own: false,
  createdAt: '2026-11-24T10:00:00.000Z',
  expiresAt: '2026-11-25T10:00:00.000Z',
  decider: 'Otto',
  deciderIssuer: null,
  deciderSubject: null,
  decidedAt: '2026-11-24T11:00:00.000Z',
  outcome: null,
  jobId: null,
}

function buildPart(...states: readonly ApprovalState[]): ListPart<ApprovalView> {
  return { rows: states.map(state => ({ ...DONE, state })), offset: 0, hits: states.length, of: 2, errors: [] }
}

test.each<[string, ListPart<ApprovalView> | undefined, number]>([
  ['every second while a proposal runs', buildPart('done', 'running'), 1_000],
  ['at the usual interval when all are done', buildPart('done', 'failed'), 5_000],
  ['at the usual interval before the first answer', undefined, 5_000],
])('reads decided proposals %s', (_, data, interval) => {
  const { refetchInterval } = decidedQuery({ q: '', sort: '-proposed' }, 0)
  expect(refetchInterval({ state: { data } })).toBe(interval)
})
