import type { User } from '#lib/auth/session.ts'
import type { Exported, ExportRequest } from '#lib/queries/lists/export-list.ts'
import type { ColumnFields, ExportColumn } from '#lib/queries/lists/rows-file.ts'
import type { ApprovalView } from '#lib/services/approvals/approval.ts'
import type { ApprovalService } from '#lib/services/approvals/approval-service.ts'
import { wholeFile } from './whole-file.ts'

/**
 * Exports the decided proposals; `refused` says why there is no file. Throws StoreError, also while
 * the file is read.
 */
export function approvalFile(
  approvals: Pick<ApprovalService, 'decidedWhole'>,
  user: Pick<User, 'id'>,
  request: ExportRequest,
): Promise<Exported> {
  const shape = { noun: 'proposal', columns: COLUMNS, shows: SHOWS }
  return wholeFile(most => approvals.decidedWhole(user, request, most), request, shape)
}

const COLUMNS: readonly ExportColumn<ApprovalView>[] = [
  ['id', ({ id }) => id, 'id'],
  ['action', ({ action }) => action, 'action'],
  ['bindings', ({ count }) => count, 'count'],
  ['first_bindings', ({ targets }) => targets.join(' '), 'targets'],
  ['job', ({ jobId }) => jobId, 'jobId'],
  ['state', ({ state }) => state, 'state'],
  ['danger', ({ danger }) => danger, 'danger'],
  ['consequence', ({ consequence }) => consequence, 'consequence'],
  ['reason', ({ reason }) => reason, 'reason'],
  ['ticket', ({ ticket }) => ticket, 'ticket'],
  ['proposer', ({ proposer }) => proposer, 'proposer'],
  ['proposed', ({ createdAt }) => createdAt, 'createdAt'],
  ['expires', ({ expiresAt }) => expiresAt, 'expiresAt'],
  ['decider', ({ decider }) => decider, 'decider'],
  ['decided', ({ decidedAt }) => decidedAt, 'decidedAt'],
  ['outcome', ({ outcome }) => outcome, 'outcome'],
]

const SHOWS: ColumnFields = {
  proposal: ['id', 'action', 'targets', 'bulk', 'jobId'],
  bindings: ['count'],
  state: ['state'],
  danger: ['danger', 'consequence'],
  reason: ['reason'],
  ticket: ['ticket'],
  outcome: ['outcome'],
  proposer: ['proposer'],
  proposed: ['createdAt', 'expiresAt'],
  decider: ['decider'],
  decided: ['decidedAt'],
}
