import { ACTIONS, type Action } from '#lib/hap/actions/action.ts'
import { type ApprovalState, approvalState } from '#lib/store/approvals/approval-state.ts'
import type { Prisma } from '#lib/store/generated/prisma/client.ts'

/** How long a proposal waits. */
export const WAITS_MS = 24 * 60 * 60 * 1000

/** Columns of a proposal that are read for lists; its order is read by who decides. */
export const APPROVAL_COLUMNS = {
  id: true,
  status: true,
  action: true,
  targets: true,
  bulk: true,
  danger: true,
  consequence: true,
  reason: true,
  ticket: true,
  proposerId: true,
  proposer: true,
  proposerRole: true,
  createdAt: true,
  expiresAt: true,
  decider: true,
  decidedAt: true,
  outcome: true,
  jobId: true,
} as const satisfies Prisma.ApprovalSelect

export type ApprovalRow = Prisma.ApprovalGetPayload<{ select: typeof APPROVAL_COLUMNS }>

/** What a decided proposal came to, as the database has it. */
export type Ended = 'done' | 'stale' | 'failed' | 'unknown'

/** A proposal as lists show it; times are UTC in ISO 8601. */
export interface ApprovalView {
  readonly id: string
  readonly state: ApprovalState
  readonly action: Action
  /** The first bindings it is about, as the audit log names them. */
  readonly targets: readonly string[]
  /** How many bindings it is about. */
  readonly count: number
  readonly bulk: boolean
  readonly danger: string
  readonly consequence: string
  readonly reason: string
  readonly ticket: string | null
  readonly proposer: string
  /** Whether whoever asks proposed it. */
  readonly own: boolean
  readonly createdAt: string
  readonly expiresAt: string
  readonly decider: string | null
  readonly decidedAt: string | null
  readonly outcome: string | null
  /** The bulk job that it started. */
  readonly jobId: string | null
}

const MOST_NAMED = 10

export function approvalView(row: ApprovalRow, userId: string, at: number): ApprovalView {
  return {
    id: row.id,
    state: approvalState(row, at),
    action: actionOf(row),
    targets: row.targets.slice(0, MOST_NAMED),
    count: row.targets.length,
    bulk: row.bulk,
    danger: row.danger,
    consequence: row.consequence,
    reason: row.reason,
    ticket: row.ticket,
    proposer: row.proposer,
    own: row.proposerId === userId,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decider: row.decider,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    outcome: row.outcome,
    jobId: row.jobId,
  }
}

/** The action of a row, which was one when it was written. */
export function actionOf({ action }: Pick<ApprovalRow, 'action'>): Action {
  const known = ACTIONS.find(each => each === action)
  if (known === undefined) throw new Error(`A proposal names the action ${action}, which there is not.`)
  return known
}
