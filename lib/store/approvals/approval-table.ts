import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { actionContains } from '../search/action-tests.ts'
import type { SearchedTable } from '../search/condition.ts'
import { type ApprovalState, DONE_WITHIN_MS } from './approval-state.ts'

const ACTION = Prisma.sql`approval.action`

const TEXTS = {
  // Kind, namespace and name of each; names have no blanks.
  binding: Prisma.sql`array_to_string(approval.targets, ' ')`,
  by: Prisma.sql`approval.proposer`,
  decider: Prisma.sql`approval.decider`,
  reason: Prisma.sql`approval.reason`,
  ticket: Prisma.sql`approval.ticket`,
  outcome: Prisma.sql`approval.outcome`,
  id: Prisma.sql`approval.id`,
}

const NUMBERS = { bindings: Prisma.sql`cardinality(approval.targets)` }

const TIMES = { at: Prisma.sql`approval.created_at`, decided: Prisma.sql`approval.decided_at` }

/** What the rows of `approval` hold under the fields of a search at a moment, in milliseconds since 1970. */
export function approvalTable(now: number) {
  const enums = { action: ACTION, state: stateAt(now) }
  const inOther = (word: string) => actionContains(ACTION, word)
  return { texts: TEXTS, enums, numbers: NUMBERS, times: TIMES, inOther } satisfies SearchedTable
}

export type ApprovalTable = ReturnType<typeof approvalTable>

const moment = (at: number) => Prisma.sql`${new Date(at).toISOString()}::timestamptz`

/** Nobody decides on it any more. */
export function isDecided(now: number): Prisma.Sql {
  return Prisma.sql`(approval.status <> 'waiting' OR approval.expires_at <= ${moment(now)})`
}

/** The same as `approvalState` says of what is decided. */
function stateAt(now: number): Prisma.Sql {
  const is = (state: ApprovalState) => Prisma.sql`${state}::text`
  return Prisma.sql`(CASE
    WHEN approval.status = 'waiting' THEN ${is('expired')}
    WHEN approval.status <> 'approved' THEN approval.status
    WHEN approval.decided_at > ${moment(now - DONE_WITHIN_MS)} THEN ${is('running')}
    ELSE ${is('unknown')} END)`
}
