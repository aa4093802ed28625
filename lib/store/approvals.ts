import type { Term } from '#lib/search/term.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { defineTable, searchCondition } from '#lib/store/search/define-table.ts'
import type { FoundIds } from '#lib/store/search/searched-list.ts'
import { ACTION_SEARCH, actionContains, byActionWord, byName, byRank } from '#lib/store/search/sql-fragments.ts'
import { type ApprovalState, DECIDED_STATES, DONE_WITHIN_MS } from './approval-state.ts'

export interface ApprovalSearch {
  /** All of them must hold; none finds everything. */
  readonly terms: readonly Term[]
  /** In milliseconds since 1970. Relative times such as `24h` count from it, and proposals expire by it. */
  readonly now: number
}

interface Window {
  readonly sort: string
  readonly offset: number
  readonly limit: number
}

/**
 * Ids of one page of the decided proposals that match a search, in the order of `sort`, and the
 * number of matches. Throws StoreError.
 */
export async function searchApprovals(db: Db, search: ApprovalSearch, window: Window): Promise<FoundIds> {
  const { sort, offset, limit } = window
  const rows = await db.$queryRaw<{ id: string; hits: number }[]>`
    SELECT approval.id, (count(*) OVER ())::int AS hits ${source(search)}
    ORDER BY ${APPROVAL_LIST.order(sort, search.now)} OFFSET ${offset} LIMIT ${limit}`
  // A page beyond the last row has no row with the count.
  const hits = rows[0]?.hits ?? (offset === 0 ? 0 : await countApprovals(db, search))
  return { ids: rows.map(({ id }) => id), hits }
}

/** Number of decided proposals that match a search. Throws StoreError. */
export async function countApprovals(db: Db, search: ApprovalSearch): Promise<number> {
  const [found] = await db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count ${source(search)}`
  return found?.count ?? 0
}

function source({ terms, now }: ApprovalSearch): Prisma.Sql {
  return Prisma.sql`FROM approval WHERE ${isDecided(now)} AND ${searchCondition(terms, APPROVAL_LIST.searched(now), now)}`
}

const ACTION = Prisma.sql`approval.action`
const AGES = ['24h', '7d', '30d']

/** The list of decided proposals as SQL, at a time in milliseconds since 1970. */
export const APPROVAL_LIST = defineTable<number>()(
  {
    defaultColumn: 'proposed',
    tie: Prisma.sql`approval.created_at DESC, approval.id`,
    inOther: word => actionContains(ACTION, word),
  },
  {
    action: { search: ACTION_SEARCH, sql: ACTION, sort: { column: 'proposal', by: byActionWord } },
    state: {
      search: { kind: 'enum', values: DECIDED_STATES, description: 'result' },
      sql: stateAt,
      sort: { column: 'state', by: sql => byRank(DECIDED_STATES, sql) },
    },
    binding: {
      search: { kind: 'text', description: 'part of the name of one of its bindings' },
      // Kind, namespace and name of each; names contain no blanks.
      sql: Prisma.sql`array_to_string(approval.targets, ' ')`,
    },
    bindings: {
      search: { kind: 'number', description: 'number of bindings' },
      sql: Prisma.sql`cardinality(approval.targets)`,
      sort: { column: 'bindings' },
    },
    by: {
      search: { kind: 'text', description: 'proposer, or part of the name' },
      sql: Prisma.sql`approval.proposer`,
      sort: { column: 'proposer', by: byName },
    },
    decider: {
      search: { kind: 'text', description: 'approver, or part of the name' },
      sql: Prisma.sql`approval.decider`,
      sort: { column: 'decider', by: byName, mayLack: true },
    },
    at: {
      search: { kind: 'time', examples: AGES, description: 'proposed: a day in UTC, or an age' },
      sql: Prisma.sql`approval.created_at`,
      sort: { column: 'proposed' },
    },
    decided: {
      search: { kind: 'time', examples: AGES, description: 'decided: a day in UTC, or an age' },
      sql: Prisma.sql`approval.decided_at`,
      sort: { column: 'decided', mayLack: true },
    },
    reason: { search: { kind: 'text', description: 'part of the reason' }, sql: Prisma.sql`approval.reason` },
    ticket: {
      search: { kind: 'text', description: 'part of the ticket' },
      sql: Prisma.sql`approval.ticket`,
      sort: { column: 'ticket', by: byName, mayLack: true },
    },
    outcome: {
      search: { kind: 'text', description: 'part of the result text' },
      sql: Prisma.sql`approval.outcome`,
    },
    id: { search: { kind: 'text', description: 'part of its id in the audit log' }, sql: Prisma.sql`approval.id` },
  },
)

function timestamp(at: number): Prisma.Sql {
  return Prisma.sql`${new Date(at).toISOString()}::timestamptz`
}

/** Whether a proposal is decided or expired at a moment. */
function isDecided(now: number): Prisma.Sql {
  return Prisma.sql`(approval.status <> 'waiting' OR approval.expires_at <= ${timestamp(now)})`
}

/** The state that `approvalState` computes for a decided proposal. */
function stateAt(now: number): Prisma.Sql {
  const is = (state: ApprovalState) => Prisma.sql`${state}::text`
  return Prisma.sql`(CASE
    WHEN approval.status = 'waiting' THEN ${is('expired')}
    WHEN approval.status <> 'approved' THEN approval.status
    WHEN approval.decided_at > ${timestamp(now - DONE_WITHIN_MS)} THEN ${is('running')}
    ELSE ${is('unknown')} END)`
}
