import { appendDone } from '#lib/store/audit/append-done.ts'
import { CONSOLE } from '#lib/store/audit/forgotten.ts'
import { APPROVAL_ENTRIES, approvalTargets } from './approval-audit.ts'
import type { ApprovalContext } from './approval-context.ts'

/**
 * Ends the proposals that nobody decided on in time, each with an entry in the audit log. The statement that ends one is what tells of
 * it, so that of several replicas one does. Out: how many. Throws StoreError.
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
          actor: CONSOLE,
          action: APPROVAL_ENTRIES.expire,
          targets: approvalTargets(id, targets),
          reason: null,
          ticket: null,
          requestId: null,
          before: { action, bindings: targets.length, proposer },
          after: { status: 'expired' },
        }
        await appendDone(tx, draft, at)
      }
      return ended.length
    },
    { isolation: 'read-committed' },
  )
}
