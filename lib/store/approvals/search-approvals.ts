import type { Term } from '#lib/search/term.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { searchCondition } from '../search/condition.ts'
import type { FoundIds } from '../search/searched-list.ts'
import { APPROVAL_LIST, isDecided } from './approval-list.ts'

export interface ApprovalSearch {
  /** All of them must hold; none finds everything. */
  readonly terms: readonly Term[]
  /** In milliseconds since 1970: what times such as `24h` are counted from, and by what proposals expire. */
  readonly now: number
}

interface Window {
  readonly sort: string
  readonly offset: number
  readonly limit: number
}

/** Of the decided proposals a search finds the ids of a part, in the order of `sort`, and how many there are. Throws StoreError. */
export async function searchApprovals(db: Db, search: ApprovalSearch, window: Window): Promise<FoundIds> {
  const { sort, offset, limit } = window
  const rows = await db.$queryRaw<{ id: string; hits: number }[]>`
    SELECT approval.id, (count(*) OVER ())::int AS hits ${source(search)}
    ORDER BY ${APPROVAL_LIST.order(sort, search.now)} OFFSET ${offset} LIMIT ${limit}`
  // Behind the last row, none says how many there are.
  const hits = rows[0]?.hits ?? (offset === 0 ? 0 : await countApprovals(db, search))
  return { ids: rows.map(({ id }) => id), hits }
}

/** How many decided proposals a search finds. Throws StoreError. */
export async function countApprovals(db: Db, search: ApprovalSearch): Promise<number> {
  const [found] = await db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count ${source(search)}`
  return found?.count ?? 0
}

function source({ terms, now }: ApprovalSearch): Prisma.Sql {
  return Prisma.sql`FROM approval WHERE ${isDecided(now)} AND ${searchCondition(terms, APPROVAL_LIST.searched(now), now)}`
}
