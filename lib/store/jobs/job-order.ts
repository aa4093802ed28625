import { JOB_STATES } from '#lib/hap/actions/job.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { byActionWord } from '../search/action-tests.ts'
import { byName, byPlace, orderedBy, readSort } from '../search/order.ts'
import { type JobTable, RETRY } from './job-table.ts'

/** What each column of the list sorts by. */
const ORDERS = {
  job: ({ enums }) => byActionWord(enums.action),
  state: ({ enums }) => byPlace(JOB_STATES, enums.state),
  total: ({ numbers }) => numbers.bindings,
  done: ({ numbers }) => numbers.done,
  failed: ({ numbers }) => numbers.failed,
  undone: ({ numbers }) => numbers[RETRY],
  ticket: ({ texts }) => byName(texts.ticket),
  actor: ({ texts }) => byName(texts.actor),
  started: ({ times }) => times.started,
  ended: ({ times }) => times.ended,
} as const satisfies Readonly<Record<string, (table: JobTable) => Prisma.Sql>>

type JobSort = keyof typeof ORDERS

/** Columns the list of jobs sorts by. */
export const JOB_SORTS = Object.keys(ORDERS) as readonly JobSort[]

const MAY_LACK: readonly JobSort[] = ['ticket', 'ended']

/** The order a `sort` parameter asks for; anything else asks for the newest first. */
export function readJobSort(sort: string) {
  return readSort(sort, JOB_SORTS, { column: 'started', desc: true })
}

/** The order of a list of jobs; of equals the newest stands first. */
export function jobOrder(sort: string, table: JobTable): Prisma.Sql {
  const { column, desc } = readJobSort(sort)
  return Prisma.sql`${orderedBy(ORDERS[column](table), desc, MAY_LACK.includes(column))}, job.created_at DESC, job.id`
}
