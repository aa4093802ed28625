import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { ACTION_SEARCH, actionContains, byActionWord } from '../search/action-tests.ts'
import { defineTable } from '../search/define-table.ts'
import { byName, byPlace } from '../search/order.ts'
import { type ApprovalState, DECIDED_STATES, DONE_WITHIN_MS } from './approval-state.ts'

const ACTION = Prisma.sql`approval.action`
const AGES = ['24h', '7d', '30d']

/** The list of decided proposals, in SQL at a moment (milliseconds since 1970). */
export const APPROVAL_LIST = defineTable<number>()(
  {
    defaultColumn: 'proposed',
    tie: Prisma.sql`approval.created_at DESC, approval.id`,
    inOther: word => actionContains(ACTION, word),
  },
  {
    action: { search: ACTION_SEARCH, sql: ACTION, sort: { column: 'proposal', by: byActionWord } },
    state: {
      search: { kind: 'enum', values: DECIDED_STATES, description: 'what came of it' },
      sql: stateAt,
      sort: { column: 'state', by: sql => byPlace(DECIDED_STATES, sql) },
    },
    binding: {
      search: { kind: 'text', description: 'part of the name of a binding it is about' },
      // Kind, namespace and name of each; names have no blanks.
      sql: Prisma.sql`array_to_string(approval.targets, ' ')`,
    },
    bindings: {
      search: { kind: 'number', description: 'number of bindings' },
      sql: Prisma.sql`cardinality(approval.targets)`,
      sort: { column: 'bindings' },
    },
    by: {
      search: { kind: 'text', description: 'who proposed it, or a part of the name' },
      sql: Prisma.sql`approval.proposer`,
      sort: { column: 'proposer', by: byName },
    },
    decider: {
      search: { kind: 'text', description: 'who decided on it, or a part of the name' },
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
      search: { kind: 'text', description: 'part of what came of it in words' },
      sql: Prisma.sql`approval.outcome`,
    },
    id: { search: { kind: 'text', description: 'part of its id in the audit log' }, sql: Prisma.sql`approval.id` },
  },
)

function moment(at: number): Prisma.Sql {
  return Prisma.sql`${new Date(at).toISOString()}::timestamptz`
}

/** Whether a proposal is decided or expired at a moment. */
export function isDecided(now: number): Prisma.Sql {
  return Prisma.sql`(approval.status <> 'waiting' OR approval.expires_at <= ${moment(now)})`
}

/** The state that `approvalState` computes for a decided proposal. */
function stateAt(now: number): Prisma.Sql {
  const is = (state: ApprovalState) => Prisma.sql`${state}::text`
  return Prisma.sql`(CASE
    WHEN approval.status = 'waiting' THEN ${is('expired')}
    WHEN approval.status <> 'approved' THEN approval.status
    WHEN approval.decided_at > ${moment(now - DONE_WITHIN_MS)} THEN ${is('running')}
    ELSE ${is('unknown')} END)`
}
