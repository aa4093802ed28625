import { z } from 'zod'
import { isToken } from '#lib/auth/api-token.ts'
import type { User } from '#lib/auth/session.ts'
import { signInRefusal } from '#lib/auth/sign-in-time.ts'
import { ACTION_LABELS, type Action, CHECKING_SHOOTS } from '#lib/hap/actions/action.ts'
import { type ActionOptions, actionRefusal } from '#lib/services/actions/action-order.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import { audited, recorded } from '#lib/services/audit/audited.ts'
import { parseInput, ReasonInput } from '#lib/services/reason-input.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import {
  APPROVAL_COLUMNS,
  type ApprovalView,
  actionOf,
  approvalView,
  combineUsers,
  deciderOf,
  type Ended,
  endedMessage,
  findApproval,
  NO_DECIDER,
  proposerOf,
} from './approval.ts'
import {
  type ApprovalCall,
  type ApprovalContext,
  approvalDraft,
  approvalTarget,
  approvalTargets,
} from './approval-context.ts'

/** A request to approve, with the time of the user's sign-in. */
interface Approver extends ApprovalCall, Pick<ActionOptions, 'onList'> {
  /** Milliseconds since 1970; null if unknown. */
  readonly signedInAt: number | null
}

/**
 * Approves a proposal of another user and performs its action at the proposed version. Of
 * concurrent decisions one wins. `input` is the reason. Throws RefusedError, AuditError and other
 * StoreErrors.
 */
export async function approve(
  context: ApprovalContext,
  call: Approver,
  id: string,
  input: unknown,
): Promise<ApprovalView> {
  const { user } = call
  const draft = approvalDraft(call, 'approve', id)
  const { row, order, proposer } = await recorded(context, draft, async () => {
    requireApprover(call, null)
    const order = parseInput(ReasonInput, input)
    const found = await findApproval(context, id)
    requireApprover(call, found.action)
    if (found.proposerId === user.id)
      throw new RefusedError(403, 'You cannot approve your own proposal. Another person has to approve it.')
    const again = signInRefusal(call.signedInAt, context.now())
    if (again !== null) throw new RefusedError(403, again)
    return { row: found, order, proposer: proposerOf(context, found) }
  })
  const before = { action: row.action, bindings: row.targets.length, proposer: row.proposer }
  return audited(
    context.audit,
    { ...draft, ...order, targets: approvalTargets(id, row.targets), before, after: { status: 'approved' } },
    async () => {
      await begin(context, user, id)
      const action = actionOf(row)
      const progress = {
        ...(call.onList && { onList: call.onList }),
        onSettled: (final: Outcome) => void end(context, id, final),
      }
      const outcome = await carryOut(context, { ...row, action }, combineUsers(proposer, user), progress).catch(
        async error => {
          await end(context, id, { status: 'unknown', outcome: FAILED_WHILE, jobId: null })
          throw error
        },
      )
      if (outcome.status !== 'approved') await end(context, id, outcome)
      const now = await context.store.db.approval.findUniqueOrThrow({ where: { id }, select: APPROVAL_COLUMNS })
      const view = approvalView(now, user.id, context.now())
      return { outcome: 'accepted', detail: outcome.outcome, result: view }
    },
    error => (error instanceof RefusedError ? 'refused' : 'unknown'),
  )
}

function requireApprover({ user }: ApprovalCall, action: string | null): void {
  if (isToken(user)) throw new RefusedError(403, 'A token cannot approve. Sign in to do so.')
  const obstacle = actionRefusal(user, action)
  if (obstacle !== null) throw new RefusedError(403, obstacle)
}

/** Takes the decision for this user. Throws RefusedError if the proposal is decided already. */
async function begin(context: ApprovalContext, user: User, id: string): Promise<void> {
  const at = new Date(context.now())
  const begun = await context.store.transaction(
    tx =>
      tx.approval.updateMany({
        where: { id, status: 'waiting', expiresAt: { gt: at } },
        data: { status: 'approved', ...deciderOf(user), decidedAt: at },
      }),
    { isolation: 'read-committed' },
  )
  if (begun.count === 1) return
  const over = endedMessage(await findApproval(context, id), context.now())
  throw new RefusedError(409, over ?? 'Another person is deciding on this proposal. Try again.')
}

/** Statuses that the result may replace: recovery may have set one before the result was known. */
const BEGUN = ['approved', 'unknown', 'failed']

/** If this fails, recoverApproved resolves the proposal. */
async function end({ store }: ApprovalContext, id: string, { status, outcome, jobId }: Outcome): Promise<void> {
  const undecided = status === 'waiting' ? { ...NO_DECIDER, decidedAt: null } : {}
  const data = { status, outcome, jobId, ...undecided }
  await store
    .transaction(tx => tx.approval.updateMany({ where: { id, status: { in: BEGUN } }, data }), {
      isolation: 'read-committed',
    })
    .catch(() => undefined)
}

/**
 * The result of an approved proposal. `waiting`: nothing was written, so it can be approved again.
 * `approved`: it was written, and the shoots are still being checked.
 */
interface Outcome {
  readonly status: Ended | 'waiting' | 'approved'
  /** A sentence. */
  readonly outcome: string
  readonly jobId: string | null
}

interface Approved {
  readonly id: string
  readonly action: Action
  readonly bulk: boolean
  /** As proposed. */
  readonly order: unknown
  /** uid and account of its bindings when it was proposed, by key. */
  readonly identities: unknown
}

const FAILED_WHILE =
  'The console failed during the action. The audit log and the binding show whether the change was written.'

const Identities = z.record(z.string(), z.object({ uid: z.string(), account: z.string() }))

const PROPOSAL_KEY = 'approval-'

/** The Idempotency-Key of the job that a proposal starts: the same proposal is the same job. */
export function jobKey(id: string): string {
  return `${PROPOSAL_KEY}${id}`
}

/** Whether a key is reserved for jobs of proposals. */
export function isProposalKey(key: string | null): boolean {
  return key?.startsWith(PROPOSAL_KEY) ?? false
}

interface Progress extends Pick<ActionOptions, 'onList'> {
  /** Receives the final outcome of a proposal that was `approved` first. */
  readonly onSettled: (outcome: Outcome) => void
}

/**
 * Performs an approved action through the service of actions or of bulk jobs. Throws their errors,
 * except RefusedError.
 */
async function carryOut(
  context: ApprovalContext,
  approved: Approved,
  user: User,
  { onList, onSettled }: Progress,
): Promise<Outcome> {
  const { id, action, order, bulk } = approved
  const remembered = new Map(Object.entries(Identities.parse(approved.identities ?? {})))
  // The records of the action are found by this request id.
  const requestId = approvalTarget(id)
  if (!bulk) {
    const options: ActionOptions = {
      requestId,
      remembered,
      ...(onList && { onList }),
      onSettled: result => onSettled(outcomeOf(action, result)),
    }
    return outcomeOf(action, await context.actions.perform(action, user, order, options))
  }
  try {
    const { job } = await context.jobs.start({ user, requestId, key: jobKey(id), remembered }, order)
    return { status: 'done', outcome: `Job ${job.id} was started.`, jobId: job.id }
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    return { status: 'failed', outcome: error.message, jobId: null }
  }
}

function outcomeOf(action: Action, result: ActionResult): Outcome {
  const as = (status: Outcome['status'], outcome: string) => ({ status, outcome, jobId: null })
  switch (result.status) {
    case 'done':
      return as(
        result.checking ? 'approved' : 'done',
        [`The binding was ${ACTION_LABELS[action].done}.`, result.checking && CHECKING_SHOOTS, result.note]
          .filter(Boolean)
          .join(' '),
      )
    case 'invalid':
      return as('failed', result.problems.join(' '))
    case 'changed':
      return as('stale', `${result.reason} Propose the action again if it is still needed.`)
    case 'refused':
      return as(result.retryAfterMs === undefined ? 'failed' : 'waiting', result.reason)
    case 'failed':
    case 'cancelled':
      return as('waiting', result.reason)
    case 'collided':
      return as('failed', result.reason)
    case 'unknown':
      return as('unknown', result.reason)
  }
}
