import type { Term } from '#lib/search/term.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { searchCondition } from '../search/condition.ts'
import type { FoundIds } from '../search/searched-list.ts'
import { JOB_LIST, RETRY, tallyFor } from './job-list.ts'
import type { JobRecord } from './job-record.ts'
import { JOB_COLUMNS, type JobRow, jobOf } from './job-row.ts'
import { RETRIED, retriedJobs } from './retries.ts'

export interface JobSearch {
  /** All of them must hold; none finds everything. */
  readonly terms: readonly Term[]
  /** What times such as `24h` are counted from, in milliseconds since 1970. */
  readonly now: number
  /** No job can go on at the moment. */
  readonly stalled: boolean
}

interface Window {
  readonly sort: string
  readonly offset: number
  readonly limit: number
}

/** Of the jobs a search finds the ids of a part, in the order of `sort`, and how many there are. Throws StoreError. */
export async function searchJobs(db: Db, search: JobSearch, window: Window): Promise<FoundIds> {
  const { sort, offset, limit } = window
  const rows = await db.$queryRaw<{ id: string; hits: number }[]>`
    SELECT job.id, (count(*) OVER ())::int AS hits ${source(search, sort)}
    ORDER BY ${JOB_LIST.order(sort, search)} OFFSET ${offset} LIMIT ${limit}`
  // Behind the last row, none says how many there are.
  const hits = rows[0]?.hits ?? (offset === 0 ? 0 : await countJobs(db, search))
  return { ids: rows.map(({ id }) => id), hits }
}

/** How many jobs a search finds. Throws StoreError. */
export async function countJobs(db: Db, search: JobSearch): Promise<number> {
  const [found] = await db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count ${source(search, '')}`
  return found?.count ?? 0
}

/** Jobs by their ids, in their order. Throws StoreError. */
export async function readJobs(db: Db, ids: readonly string[]): Promise<readonly JobRecord[]> {
  if (ids.length === 0) return []
  const rows = await db.$queryRaw<JobRow[]>`SELECT ${JOB_COLUMNS} FROM job WHERE id = ANY(${[...ids]}::text[])`
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => {
    const row = byId.get(id)
    return row === undefined ? [] : [jobOf(row)]
  })
}

function source({ terms, now, stalled }: JobSearch, sort: string): Prisma.Sql {
  const asked = new Set([JOB_LIST.sortedField(sort), ...terms.flatMap(term => ('field' in term ? term.field : []))])
  const retries = Prisma.sql`LEFT JOIN (${retriedJobs()}) AS ${RETRIED} ON ${RETRIED}.id = job.id`
  return Prisma.sql`
    FROM job
    ${tallyFor(asked)}
    ${asked.has(RETRY) ? retries : Prisma.empty}
    WHERE ${searchCondition(terms, JOB_LIST.searched({ stalled }), now)}`
}
