import type { User } from '#lib/auth/session.ts'
import type { Term } from '#lib/search/term.ts'
import { APPROVAL_LIST, countApprovals, searchApprovals } from '#lib/store/approvals.ts'
import type { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { SearchedList } from '#lib/store/search/searched-list.ts'
import { APPROVAL_COLUMNS, type ApprovalView, approvalView } from './approval.ts'
import type { ApprovalContext } from './approval-context.ts'

interface ApprovalChoice {
  /** Key of a binding; null for any. */
  readonly target: string | null
  /** Only waiting proposals. */
  readonly waiting: boolean
  readonly limit: number
}

export interface ApprovalList {
  readonly approvals: readonly ApprovalView[]
  /** Number of waiting proposals. */
  readonly waiting: number
}

/** Lists the latest proposals, waiting ones first. Throws StoreError. */
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

/** The searchable list of decided proposals, as a user sees them. */
export function decidedList(
  { store: { db }, now }: Pick<ApprovalContext, 'store' | 'now'>,
  user: Pick<User, 'id'>,
): SearchedList<ApprovalView> {
  const search = (terms: readonly Term[]) => ({ terms, now: now() })
  return {
    fields: APPROVAL_LIST.fields,
    find: (terms, window) => searchApprovals(db, search(terms), window),
    count: () => countApprovals(db, search([])),
    async rows(ids) {
      const rows = await db.approval.findMany({ where: { id: { in: [...ids] } }, select: APPROVAL_COLUMNS })
      const byId = new Map(rows.map(row => [row.id, row]))
      return ids.flatMap(id => {
        const row = byId.get(id)
        return row === undefined ? [] : [approvalView(row, user.id, now())]
      })
    },
  }
}
