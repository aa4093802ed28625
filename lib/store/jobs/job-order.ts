import { ACTION_WORDS, ACTIONS } from '#lib/hap/actions/action.ts'
import { JOB_STATES } from '#lib/hap/actions/job-state.ts'
import { compareText } from '#lib/hap/compare-text.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { type JobTable, RETRY } from './job-table.ts'

const ACTIONS_BY_WORD = ACTIONS.toSorted((a, b) => compareText(ACTION_WORDS[a].verb, ACTION_WORDS[b].verb))

/** What each column of the list sorts by. */
const ORDERS = {
  job: ({ enums }) => Prisma.sql`array_position(${[...ACTIONS_BY_WORD]}::text[], ${enums.action})`,
  state: ({ enums }) => Prisma.sql`array_position(${[...JOB_STATES]}::text[], ${enums.state})`,
  total: ({ numbers }) => Prisma.sql`${numbers.bindings}`,
  done: ({ numbers }) => Prisma.sql`${numbers.done}`,
  failed: ({ numbers }) => Prisma.sql`${numbers.failed}`,
  undone: ({ numbers }) => Prisma.sql`${numbers[RETRY]}`,
  ticket: ({ texts }) => Prisma.sql`${texts.ticket} COLLATE "C"`,
  actor: ({ texts }) => Prisma.sql`${texts.actor} COLLATE "C"`,
  started: ({ times }) => Prisma.sql`${times.started}`,
  ended: ({ times }) => Prisma.sql`${times.ended}`,
} as const satisfies Readonly<Record<string, (table: JobTable) => Prisma.Sql>>

type JobSort = keyof typeof ORDERS

/** Columns the list of jobs sorts by. */
export const JOB_SORTS = Object.keys(ORDERS) as readonly JobSort[]

/** What has none of these stands last, whatever the direction. */
const MAY_LACK: readonly JobSort[] = ['ticket', 'ended']

/** The column and the direction a `sort` parameter asks for, `total` or `-total`; anything else asks for the newest first. */
export function readJobSort(sort: string): { readonly column: JobSort; readonly desc: boolean } {
  const column = JOB_SORTS.find(each => each === sort.replace(/^-/, ''))
  return column === undefined ? { column: 'started', desc: true } : { column, desc: sort.startsWith('-') }
}

/** The order of a list of jobs; of equals the newest stands first. */
export function jobOrder(sort: string, table: JobTable): Prisma.Sql {
  const { column, desc } = readJobSort(sort)
  const direction = desc ? Prisma.sql`DESC` : Prisma.sql`ASC`
  // Only where it means something: an index has no such order.
  const last = MAY_LACK.includes(column) ? Prisma.sql`NULLS LAST` : Prisma.empty
  return Prisma.sql`${ORDERS[column](table)} ${direction} ${last}, job.created_at DESC, job.id`
}
