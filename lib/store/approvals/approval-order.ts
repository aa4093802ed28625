import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { byActionWord } from '../search/action-tests.ts'
import { byName, byPlace, orderedBy, readSort } from '../search/order.ts'
import { DECIDED_STATES } from './approval-state.ts'
import type { ApprovalTable } from './approval-table.ts'

/** What each column of the list sorts by. */
const ORDERS = {
  proposal: ({ enums }) => byActionWord(enums.action),
  state: ({ enums }) => byPlace(DECIDED_STATES, enums.state),
  bindings: ({ numbers }) => numbers.bindings,
  ticket: ({ texts }) => byName(texts.ticket),
  proposer: ({ texts }) => byName(texts.by),
  proposed: ({ times }) => times.at,
  decider: ({ texts }) => byName(texts.decider),
  decided: ({ times }) => times.decided,
} as const satisfies Readonly<Record<string, (table: ApprovalTable) => Prisma.Sql>>

type ApprovalSort = keyof typeof ORDERS

/** Columns the list of decided proposals sorts by. */
export const APPROVAL_SORTS = Object.keys(ORDERS) as readonly ApprovalSort[]

const MAY_LACK: readonly ApprovalSort[] = ['ticket', 'decider', 'decided']

/** The order a `sort` parameter asks for, without one the newest first; of equals the newest stands first. */
export function approvalOrder(sort: string, table: ApprovalTable): Prisma.Sql {
  const { column, desc } = readSort(sort, APPROVAL_SORTS, { column: 'proposed', desc: true })
  const order = orderedBy(ORDERS[column](table), desc, MAY_LACK.includes(column))
  return Prisma.sql`${order}, approval.created_at DESC, approval.id`
}
