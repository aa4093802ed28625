import { APPROVED_BY } from '#lib/auth/reserved-names.ts'
import { mayActAs, parseRole } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import { userIdentityOf } from '#lib/auth/user-identity.ts'
import { ACTIONS, type Action } from '#lib/hap/actions/action.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { type ApprovalState, approvalState } from '#lib/store/approval-state.ts'
import type { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { Store } from '#lib/store/store.ts'
import type { ApprovalContext } from './approval-context.ts'

/** How long a proposal waits for a decision. */
export const LIFETIME_MS = 24 * 60 * 60 * 1000

/** Columns of a proposal that lists need; a decision reads its order too. */
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
  proposerIssuer: true,
  createdAt: true,
  expiresAt: true,
  decider: true,
  deciderId: true,
  deciderIssuer: true,
  decidedAt: true,
  outcome: true,
  jobId: true,
} as const satisfies Prisma.ApprovalSelect

type ApprovalRow = Prisma.ApprovalGetPayload<{ select: typeof APPROVAL_COLUMNS }>

/** Stored result of a decided proposal. */
export type Ended = 'done' | 'stale' | 'failed' | 'unknown'

/** A proposal as lists show it; times are UTC in ISO 8601. */
export interface ApprovalView {
  readonly id: string
  readonly state: ApprovalState
  readonly action: Action
  /** The first bindings of the proposal, as the audit log names them. */
  readonly targets: readonly string[]
  /** Number of bindings. */
  readonly count: number
  readonly bulk: boolean
  readonly danger: string
  readonly consequence: string
  readonly reason: string
  readonly ticket: string | null
  readonly proposer: string
  readonly proposerIssuer: string | null
  readonly proposerSubject: string
  /** Whether the user is its proposer. */
  readonly own: boolean
  readonly createdAt: string
  readonly expiresAt: string
  readonly decider: string | null
  readonly deciderIssuer: string | null
  /** Null also where an older release recorded the decision. */
  readonly deciderSubject: string | null
  readonly decidedAt: string | null
  readonly outcome: string | null
  /** The bulk job that it started. */
  readonly jobId: string | null
}

const MAX_NAMED = 10

export function approvalView(row: ApprovalRow, userId: string, at: number): ApprovalView {
  const { deciderId, deciderIssuer } = row
  const proposer = userIdentityOf({ id: row.proposerId, issuer: row.proposerIssuer })
  const decider = deciderId === null ? null : userIdentityOf({ id: deciderId, issuer: deciderIssuer })
  return {
    id: row.id,
    state: approvalState(row, at),
    action: actionOf(row),
    targets: row.targets.slice(0, MAX_NAMED),
    count: row.targets.length,
    bulk: row.bulk,
    danger: row.danger,
    consequence: row.consequence,
    reason: row.reason,
    ticket: row.ticket,
    proposer: row.proposer,
    proposerIssuer: proposer.issuer,
    proposerSubject: proposer.subject,
    own: row.proposerId === userId,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decider: row.decider,
    deciderIssuer: decider?.issuer ?? null,
    deciderSubject: decider?.subject ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    outcome: row.outcome,
    jobId: row.jobId,
  }
}

/** The action of a row. Throws if the row names an action that does not exist. */
export function actionOf({ action }: Pick<ApprovalRow, 'action'>): Action {
  const known = ACTIONS.find(each => each === action)
  if (known === undefined) throw new Error(`A proposal names the unknown action ${action}.`)
  return known
}

const COLUMNS = { ...APPROVAL_COLUMNS, order: true, identities: true } as const

/** Returns a proposal by its id. Throws RefusedError if there is none, StoreError. */
export async function findApproval({ store }: { readonly store: Store }, id: string) {
  const isId = /^[\w-]{1,64}$/.test(id)
  const row = isId ? await store.db.approval.findUnique({ where: { id }, select: COLUMNS }) : null
  if (row === null) throw new RefusedError(404, 'There is no such proposal.')
  return row
}

const ENDED: Readonly<Record<Exclude<ApprovalState, 'waiting'>, string>> = {
  running: 'was approved and is in progress',
  done: 'was approved and done',
  stale: 'was approved but is out of date',
  failed: 'was approved and failed',
  unknown: 'was approved, and its result is being checked',
  refused: 'was refused',
  withdrawn: 'was withdrawn',
  expired: 'has expired. Propose the action again if it is still needed',
}

/** Why a proposal can no longer be decided, as a sentence; null while it waits. */
export function endedMessage(row: ApprovalRow, at: number): string | null {
  const state = approvalState(row, at)
  if (state === 'waiting') return null
  const by = row.decider === null || state === 'withdrawn' ? '' : ` by ${row.decider}`
  return `This proposal ${ENDED[state].replace(/^was (approved|refused)/, `was $1${by}`)}.`
}

/**
 * The proposer of a waiting proposal, with their current role. Throws RefusedError if it can no
 * longer be approved.
 */
export function proposerOf({ roleOf, now }: Pick<ApprovalContext, 'roleOf' | 'now'>, row: ApprovalRow): User {
  const over = endedMessage(row, now())
  if (over !== null) throw new RefusedError(409, over)
  const { proposerId: id, proposer: name, proposerRole, proposerIssuer: issuer } = row
  const then = parseRole(proposerRole)
  const role = then && roleOf({ id, role: then })
  if (role === null) throw new RefusedError(409, `${name}, who proposed this, no longer has a role.`)
  return { id, name, role, ...(issuer !== null && { issuer }) }
}

/**
 * The acting user of an approved action: records and the binding name both persons, and the lower
 * role of the two applies.
 */
export function combineUsers(proposer: User, approver: User): User {
  const role = mayActAs(proposer.role, approver.role) ? approver.role : proposer.role
  return { ...proposer, name: `${proposer.name}${APPROVED_BY}${approver.name}`, role }
}

/** Columns of an undecided proposal. */
export const NO_DECIDER = { decider: null, deciderId: null, deciderIssuer: null } as const

/** Columns of the user who decides on a proposal. */
export function deciderOf({ id, name, issuer }: User): Record<keyof typeof NO_DECIDER, string | null> {
  return { decider: name, deciderId: id, deciderIssuer: issuer ?? null }
}
