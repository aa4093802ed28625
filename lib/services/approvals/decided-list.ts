import type { User } from '#lib/auth/session.ts'
import type { Term } from '#lib/search/term.ts'
import { APPROVAL_FIELDS } from '#lib/store/approvals/approval-fields.ts'
import { countApprovals, searchApprovals } from '#lib/store/approvals/search-approvals.ts'
import type { SearchedList } from '#lib/store/search/searched-list.ts'
import type { ApprovalContext } from './approval-context.ts'
import { APPROVAL_COLUMNS, type ApprovalView, approvalView } from './approval-row.ts'

/** All proposals of which nobody decides any more, to be searched, as somebody sees them. */
export function decidedList(
  { store: { db }, now }: Pick<ApprovalContext, 'store' | 'now'>,
  user: Pick<User, 'id'>,
): SearchedList<ApprovalView> {
  const search = (terms: readonly Term[]) => ({ terms, now: now() })
  return {
    fields: APPROVAL_FIELDS,
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
