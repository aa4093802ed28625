import type { User } from '#lib/auth/session.ts'
import type { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { ApprovalContext } from './approval-context.ts'
import { APPROVAL_COLUMNS, type ApprovalView, approvalView } from './approval-row.ts'

interface ApprovalChoice {
  /** Key of a binding it is about; null = any. */
  readonly target: string | null
  /** Only those that wait. */
  readonly waiting: boolean
  readonly limit: number
}

export interface ApprovalList {
  readonly approvals: readonly ApprovalView[]
  /** How many wait for somebody to decide. */
  readonly waiting: number
}

/** The latest proposals, those that wait first. Throws StoreError. */
export async function listApprovals(
  { store, now }: Pick<ApprovalContext, 'store' | 'now'>,
  { id }: Pick<User, 'id'>,
  { target, waiting, limit }: ApprovalChoice,
): Promise<ApprovalList> {
  const at = now()
  const where: Prisma.ApprovalWhereInput = target === null ? {} : { targets: { has: target } }
  const waits = { ...where, status: 'waiting', expiresAt: { gt: new Date(at) } }
  const read = (which: Prisma.ApprovalWhereInput) =>
    store.db.approval.findMany({ where: which, select: APPROVAL_COLUMNS, orderBy: { createdAt: 'desc' }, take: limit })
  const [open, over, count] = await Promise.all([
    read(waits),
    waiting ? [] : read({ ...where, OR: [{ status: { not: 'waiting' } }, { expiresAt: { lte: new Date(at) } }] }),
    store.db.approval.count({ where: waits }),
  ])
  return { approvals: [...open, ...over].slice(0, limit).map(row => approvalView(row, id, at)), waiting: count }
}
