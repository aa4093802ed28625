import { isToken } from '#lib/auth/api-token.ts'
import { actionRefusal } from '#lib/services/actions/action-order.ts'
import { audited, failedOutcome, recorded } from '#lib/services/audit/audited.ts'
import { parseInput, ReasonInput } from '#lib/services/reason-input.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { appendCompleted, CONSOLE_ACTOR } from '#lib/store/audit/audit-log.ts'
import { APPROVAL_COLUMNS, type ApprovalView, approvalView, deciderOf, endedMessage, findApproval } from './approval.ts'
import {
  APPROVAL_ENTRIES,
  type ApprovalCall,
  type ApprovalContext,
  approvalDraft,
  approvalTargets,
} from './approval-context.ts'

/**
 * Ends a proposal without performing it: its proposer withdraws it, another user with the role
 * refuses it. `input` is the reason. Of concurrent decisions one wins. Throws RefusedError,
 * AuditError and other StoreErrors.
 */
export async function endProposal(
  context: ApprovalContext,
  call: ApprovalCall,
  { verb, id, input }: { readonly verb: 'refuse' | 'withdraw'; readonly id: string; readonly input: unknown },
): Promise<ApprovalView> {
  const { user } = call
  const draft = approvalDraft(call, verb, id)
  const { row, order } = await recorded(context, draft, async () => {
    if (isToken(user)) throw new RefusedError(403, 'A token cannot decide on a proposal. Sign in to do so.')
    const least = actionRefusal(user, null)
    if (least !== null) throw new RefusedError(403, least)
    const order = parseInput(ReasonInput, input)
    const found = await findApproval(context, id)
    const obstacle = actionRefusal(user, found.action)
    if (obstacle !== null) throw new RefusedError(403, obstacle)
    const own = found.proposerId === user.id
    if (verb === 'withdraw' && !own)
      throw new RefusedError(403, `Only its proposer, ${found.proposer}, can withdraw this proposal.`)
    if (verb === 'refuse' && own)
      throw new RefusedError(403, 'You cannot refuse your own proposal. Withdraw it instead.')
    const over = endedMessage(found, context.now())
    if (over !== null) throw new RefusedError(409, over)
    return { row: found, order }
  })
  const before = { action: row.action, bindings: row.targets.length, proposer: row.proposer }
  const status = verb === 'refuse' ? 'refused' : 'withdrawn'
  return audited(
    context.audit,
    { ...draft, ...order, targets: approvalTargets(id, row.targets), before, after: { status } },
    async () => {
      const at = context.now()
      const ended = await context.store.transaction(
        tx =>
          tx.approval.updateMany({
            where: { id, status: 'waiting', expiresAt: { gt: new Date(at) } },
            data: { status, ...deciderOf(user), decidedAt: new Date(at), outcome: order.reason },
          }),
        { isolation: 'read-committed' },
      )
      const now = await context.store.db.approval.findUniqueOrThrow({ where: { id }, select: APPROVAL_COLUMNS })
      if (ended.count === 0)
        throw new RefusedError(409, endedMessage(now, at) ?? 'Another person is deciding on this proposal. Try again.')
      return { outcome: 'accepted', detail: null, result: approvalView(now, user.id, at) }
    },
    failedOutcome,
  )
}

/**
 * Ends the proposals whose time is over, each with an audit record. The update returns the rows
 * that it changed, so that one replica records each. Returns their number. Throws StoreError.
 */
export function expireProposals({ store, now }: Pick<ApprovalContext, 'store' | 'now'>): Promise<number> {
  const at = new Date(now())
  return store.transaction(
    async tx => {
      const ended = await tx.approval.updateManyAndReturn({
        where: { status: 'waiting', expiresAt: { lte: at } },
        data: { status: 'expired' },
        select: { id: true, action: true, targets: true, proposer: true },
      })
      for (const { id, action, targets, proposer } of ended) {
        const draft = {
          actor: CONSOLE_ACTOR,
          action: APPROVAL_ENTRIES.expire,
          targets: approvalTargets(id, targets),
          reason: null,
          ticket: null,
          requestId: null,
          before: { action, bindings: targets.length, proposer },
          after: { status: 'expired' },
        }
        await appendCompleted(tx, draft, at)
      }
      return ended.length
    },
    { isolation: 'read-committed' },
  )
}
