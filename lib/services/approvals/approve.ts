import { isToken } from '#lib/auth/api-token.ts'
import type { User } from '#lib/auth/session.ts'
import { signInRefusal } from '#lib/auth/sign-in-time.ts'
import { type ActionOptions, actionRefusal } from '#lib/services/actions/action-order.ts'
import { audited, recorded } from '#lib/services/audit/audited.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { parseInput, ReasonInput } from '#lib/services/resources/order-input.ts'
import {
  APPROVAL_COLUMNS,
  type ApprovalView,
  actionOf,
  approvalView,
  combineUsers,
  endedMessage,
  findApproval,
  proposerOf,
} from './approval.ts'
import { type ApprovalCall, type ApprovalContext, approvalDraft, approvalTargets } from './approval-context.ts'
import { carryOut, FAILED_WHILE, type Outcome } from './carry-out.ts'

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
      throw new RefusedError(403, 'You proposed this yourself: somebody else has to approve it.')
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
        data: { status: 'approved', decider: user.name, decidedAt: at },
      }),
    { isolation: 'read-committed' },
  )
  if (begun.count === 1) return
  const over = endedMessage(await findApproval(context, id), context.now())
  throw new RefusedError(409, over ?? 'Somebody else decides on it. Try again.')
}

/** Statuses that the result may replace: recovery may have set one before the result was known. */
const BEGUN = ['approved', 'unknown', 'failed']

/** If this fails, recoverApproved resolves the proposal. */
async function end({ store }: ApprovalContext, id: string, { status, outcome, jobId }: Outcome): Promise<void> {
  const undecided = status === 'waiting' ? { decider: null, decidedAt: null } : {}
  const data = { status, outcome, jobId, ...undecided }
  await store
    .transaction(tx => tx.approval.updateMany({ where: { id, status: { in: BEGUN } }, data }), {
      isolation: 'read-committed',
    })
    .catch(() => undefined)
}
