import { isToken } from '#lib/auth/bearer.ts'
import { actionRefusal } from '#lib/services/actions/action-order.ts'
import { audited } from '#lib/services/audit/audited.ts'
import { brokenOff } from '#lib/services/audit/broken-off.ts'
import { recorded } from '#lib/services/audit/recorded.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { parsed, SaidInput } from '#lib/services/resources/said-input.ts'
import { approvalDraft, approvalTargets } from './approval-audit.ts'
import type { ApprovalCall, ApprovalContext } from './approval-context.ts'
import { APPROVAL_COLUMNS, type ApprovalView, approvalView } from './approval-row.ts'
import { findApproval, overWords } from './find-approval.ts'

/**
 * Ends a proposal without doing it: its proposer withdraws it, anybody else with the role refuses it. In: the reason. Of several who
 * decide at once one does. Throws RefusedError, AuditError and other StoreErrors.
 */
export async function endProposal(
  context: ApprovalContext,
  call: ApprovalCall,
  { verb, id, input }: { readonly verb: 'refuse' | 'withdraw'; readonly id: string; readonly input: unknown },
): Promise<ApprovalView> {
  const { user } = call
  const draft = approvalDraft(call, verb, id)
  const { row, said } = await recorded(context, draft, async () => {
    if (isToken(user)) throw new RefusedError(403, 'A token cannot decide on a proposal. Sign in to do so.')
    const least = actionRefusal(user, null)
    if (least !== null) throw new RefusedError(403, least)
    const order = parsed(SaidInput, input)
    const found = await findApproval(context, id)
    const obstacle = actionRefusal(user, found.action)
    if (obstacle !== null) throw new RefusedError(403, obstacle)
    const own = found.proposerId === user.id
    if (verb === 'withdraw' && !own)
      throw new RefusedError(403, `Only ${found.proposer}, who proposed it, withdraws it.`)
    if (verb === 'refuse' && own) throw new RefusedError(403, 'You proposed this yourself: withdraw it instead.')
    const over = overWords(found, context.now())
    if (over !== null) throw new RefusedError(409, over)
    return { row: found, said: order }
  })
  const before = { action: row.action, bindings: row.targets.length, proposer: row.proposer }
  const status = verb === 'refuse' ? 'refused' : 'withdrawn'
  return audited(
    context.audit,
    { ...draft, ...said, targets: approvalTargets(id, row.targets), before, after: { status } },
    async () => {
      const at = context.now()
      const ended = await context.store.transaction(
        tx =>
          tx.approval.updateMany({
            where: { id, status: 'waiting', expiresAt: { gt: new Date(at) } },
            data: { status, decider: user.name, decidedAt: new Date(at), outcome: said.reason },
          }),
        { isolation: 'read-committed' },
      )
      const now = await context.store.db.approval.findUniqueOrThrow({ where: { id }, select: APPROVAL_COLUMNS })
      if (ended.count === 0)
        throw new RefusedError(409, overWords(now, at) ?? 'Somebody else decides on it. Try again.')
      return { outcome: 'accepted', detail: null, result: approvalView(now, user.id, at) }
    },
    brokenOff,
  )
}
