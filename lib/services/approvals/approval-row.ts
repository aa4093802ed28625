import { ACTIONS, type Action } from '#lib/hap/actions/action.ts'
import type { Prisma } from '#lib/store/generated/prisma/client.ts'

/** How long a proposal waits. */
export const WAITS_MS = 24 * 60 * 60 * 1000

/** What was approved is done within this, or nobody knows yet what came of it. */
const DONE_WITHIN_MS = 2 * 60 * 1000

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

/** `running`: it is being done. `stale`: what it was about had changed, so that nothing was written. */
const APPROVAL_STATES = [
  'waiting',
  'running',
  'done',
  'stale',
  'failed',
  'unknown',
  'refused',
  'withdrawn',
  'expired',
] as const

export type ApprovalState = (typeof APPROVAL_STATES)[number]

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

export function approvalState(
  { status, expiresAt, decidedAt }: Pick<ApprovalRow, 'status' | 'expiresAt' | 'decidedAt'>,
  at: number,
): ApprovalState {
  if (status === 'waiting') return expiresAt.getTime() <= at ? 'expired' : 'waiting'
  if (status === 'approved') return at - (decidedAt?.getTime() ?? 0) < DONE_WITHIN_MS ? 'running' : 'unknown'
  return APPROVAL_STATES.find(state => state === status) ?? 'unknown'
}

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
