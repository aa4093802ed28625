import {
  JOB_STATES,
  type JobState,
  jobStateLabel,
  RETRYABLE_STATUSES,
  TARGET_STATUSES,
  type TargetStatus,
} from '#lib/hap/actions/job.ts'
import { compareText } from '#lib/hap/text.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { Term } from '#lib/search/term.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { defineTable, searchCondition } from '#lib/store/search/define-table.ts'
import type { FoundIds } from '#lib/store/search/searched-list.ts'
import { ACTION_SEARCH, actionContains, byActionWord, byName, byRank } from '#lib/store/search/sql-fragments.ts'

interface JobContext {
  /** No process can continue a job. */
  readonly stalled: boolean
}

/** Alias of the join of retriedJobsSql. */
const RETRIED = Prisma.sql`retried`

const ACTION = Prisma.sql`job.action`
const ACTOR = Prisma.sql`job.actor`
const START = Prisma.sql`job.created_at`
const AGES = ['1h', '24h', '7d', '30d']

// A job has `total` targets. Unfinished targets are the fewest to count.
const DONE = Prisma.sql`(job.total - coalesce(tally.rest, 0))`
const UNKNOWN = Prisma.sql`coalesce(tally.unknown, 0)`

/** The field that requires the join RETRIED. */
const RETRY_FIELD = 'retry'

/** The list of jobs. */
export const JOB_LIST = defineTable<JobContext>()(
  {
    defaultColumn: 'started',
    tie: Prisma.sql`job.created_at DESC, job.id`,
    inOther: word => actionContains(ACTION, word),
  },
  {
    action: { search: ACTION_SEARCH, sql: ACTION, sort: { column: 'job', by: byActionWord } },
    state: {
      search: {
        kind: 'enum',
        values: JOB_STATES,
        aliases: Object.fromEntries(JOB_STATES.map(state => [jobStateLabel(state), state])),
        description: 'state of the job',
      },
      sql: stateOf,
      sort: { column: 'state', by: sql => byRank(JOB_STATES, sql) },
    },
    by: { search: { kind: 'text', description: 'user who started it, or part of the name' }, sql: ACTOR },
    actor: {
      search: { kind: 'text', description: 'same as by' },
      sql: ACTOR,
      sort: { column: 'actor', by: byName },
    },
    at: { search: { kind: 'time', examples: AGES, description: 'start: a day in UTC, or an age' }, sql: START },
    started: {
      search: { kind: 'time', examples: AGES, description: 'same as at' },
      sql: START,
      sort: { column: 'started' },
    },
    ended: {
      search: { kind: 'time', examples: AGES, description: 'end: a day in UTC, or an age' },
      sql: Prisma.sql`job.finished_at`,
      sort: { column: 'ended', mayLack: true },
    },
    bindings: {
      search: { kind: 'number', description: 'number of bindings' },
      sql: Prisma.sql`job.total`,
      sort: { column: 'total' },
    },
    done: { search: { kind: 'number', description: 'bindings done' }, sql: DONE, sort: { column: 'done' } },
    failed: {
      search: { kind: 'number', description: 'bindings that failed' },
      sql: Prisma.sql`coalesce(tally.failed, 0)`,
      sort: { column: 'failed' },
    },
    refused: {
      search: { kind: 'number', description: 'bindings refused' },
      sql: Prisma.sql`coalesce(tally.refused, 0)`,
    },
    unknown: { search: { kind: 'number', description: 'bindings with unknown outcome' }, sql: UNKNOWN },
    [RETRY_FIELD]: {
      search: { kind: 'number', description: 'retryable bindings not in a retry yet' },
      sql: Prisma.sql`(coalesce(tally.again, 0) - coalesce(${RETRIED}.tried, 0))`,
      sort: { column: 'undone' },
    },
    reason: { search: { kind: 'text', description: 'part of the reason' }, sql: Prisma.sql`job.reason` },
    ticket: {
      search: { kind: 'text', description: 'part of the ticket' },
      sql: Prisma.sql`job.ticket`,
      sort: { column: 'ticket', by: byName, mayLack: true },
    },
    id: { search: { kind: 'text', description: 'part of its ID' }, sql: Prisma.sql`job.id` },
  },
)

/** The search box offers the actors of this number of latest jobs. */
const LATEST = 500

/** The search fields with the actors of the latest jobs as examples. Throws StoreError. */
export async function jobFields(db: Db): Promise<readonly SearchField[]> {
  const rows = await db.$queryRaw<{ actor: string }[]>`
    SELECT DISTINCT actor FROM (SELECT actor FROM job ORDER BY created_at DESC LIMIT ${LATEST}) AS latest`
  const examples = rows.map(({ actor }) => actor).sort(compareText)
  return JOB_LIST.fields.map(field => (field.name === 'by' || field.name === 'actor' ? { ...field, examples } : field))
}

/** Columns of the tally with the statuses that each counts. */
const COUNTED = {
  rest: TARGET_STATUSES.filter(status => status !== 'done'),
  failed: ['failed'],
  refused: ['refused'],
  unknown: ['unknown'],
  again: RETRYABLE_STATUSES,
} as const satisfies Readonly<Record<string, readonly TargetStatus[]>>

type Counted = keyof typeof COUNTED

/** Columns of a tally that the SQL of a field reads. */
const NEEDS: Readonly<Record<string, readonly Counted[]>> = {
  done: ['rest'],
  failed: ['failed'],
  refused: ['refused'],
  unknown: ['unknown'],
  state: ['rest', 'unknown'],
  [RETRY_FIELD]: ['again'],
}

/**
 * The join that counts targets by status for these fields, for all jobs at once: counting job by
 * job takes ten times as long. Counting dominates the query, so only fields that the search or the
 * order reads are counted.
 */
function tallyFor(names: ReadonlySet<string>): Prisma.Sql {
  const columns = [...new Set([...names].flatMap(name => NEEDS[name] ?? []))]
  if (columns.length === 0) return Prisma.empty
  const counts = columns.map(
    name => Prisma.sql`count(*) FILTER (WHERE ${isOneOf(COUNTED[name])}) AS ${Prisma.raw(name)}`,
  )
  return Prisma.sql`LEFT JOIN (SELECT job_id AS id, ${Prisma.join(counts)} FROM job_target
    WHERE ${isOneOf(columns.flatMap(name => COUNTED[name]))} GROUP BY job_id) AS tally ON tally.id = job.id`
}

function isOneOf(statuses: readonly TargetStatus[]): Prisma.Sql {
  return Prisma.sql`status = ANY(${statuses}::text[]::"TargetStatus"[])`
}

/** The state that `jobState` computes. */
function stateOf({ stalled }: JobContext): Prisma.Sql {
  const is = (state: JobState) => Prisma.sql`${state}::text`
  return Prisma.sql`(CASE
    WHEN job.status = 'done' THEN CASE
      WHEN ${DONE} = job.total THEN ${is('done')}
      WHEN ${DONE} + ${UNKNOWN} = 0 THEN ${is('nothing-done')}
      ELSE ${is('not-all-done')} END
    WHEN job.status = 'cancelled' THEN ${is('cancelled')}
    WHEN job.cancel_requested THEN ${is('cancelling')}
    WHEN ${stalled}::boolean THEN ${is('stalled')}
    WHEN job.status = 'queued' THEN ${is('waiting')}
    ELSE ${is('running')} END)`
}

export interface JobSearch {
  /** All of them must hold; none finds everything. */
  readonly terms: readonly Term[]
  /** Relative times such as `24h` count from it; in milliseconds since 1970. */
  readonly now: number
  /** No process can continue a job. */
  readonly stalled: boolean
}

interface Window {
  readonly sort: string
  readonly offset: number
  readonly limit: number
}

/**
 * Ids of one page of the jobs that match a search, in the order of `sort`, and the number of
 * matches. Throws StoreError.
 */
export async function searchJobs(db: Db, search: JobSearch, window: Window): Promise<FoundIds> {
  const { sort, offset, limit } = window
  const rows = await db.$queryRaw<{ id: string; hits: number }[]>`
    SELECT job.id, (count(*) OVER ())::int AS hits ${source(search, sort)}
    ORDER BY ${JOB_LIST.order(sort, search)} OFFSET ${offset} LIMIT ${limit}`
  // A page beyond the last row has no row with the count.
  const hits = rows[0]?.hits ?? (offset === 0 ? 0 : await countJobs(db, search))
  return { ids: rows.map(({ id }) => id), hits }
}

/** Number of jobs that match a search. Throws StoreError. */
export async function countJobs(db: Db, search: JobSearch): Promise<number> {
  const [found] = await db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count ${source(search, '')}`
  return found?.count ?? 0
}

function source({ terms, now, stalled }: JobSearch, sort: string): Prisma.Sql {
  const asked = new Set([JOB_LIST.sortedField(sort), ...terms.flatMap(term => ('field' in term ? term.field : []))])
  const retries = Prisma.sql`LEFT JOIN (${retriedJobsSql()}) AS ${RETRIED} ON ${RETRIED}.id = job.id`
  return Prisma.sql`
    FROM job
    ${tallyFor(asked)}
    ${asked.has(RETRY_FIELD) ? retries : Prisma.empty}
    WHERE ${searchCondition(terms, JOB_LIST.searched({ stalled }), now)}`
}

/**
 * SQL for jobs with a retry: `id` and the number `tried` of its targets that a retry contains. Goes
 * from retry to retry: PostgreSQL cannot estimate how few there are and would read the targets of
 * all jobs. `OFFSET 0` prevents another join order.
 */
function retriedJobsSql(): Prisma.Sql {
  return Prisma.sql`
    SELECT later.first AS id, count(DISTINCT again.position)::int AS tried
    FROM (SELECT id, parameters->>'retryOf' AS first FROM job WHERE parameters->>'retryOf' IS NOT NULL OFFSET 0) AS later
      CROSS JOIN LATERAL (
        SELECT job_target.position
        FROM job_target JOIN job_target AS tried ON tried.binding_kind = job_target.binding_kind
          AND tried.binding_namespace = job_target.binding_namespace AND tried.binding_name = job_target.binding_name
        WHERE tried.job_id = later.id AND job_target.job_id = later.first
          AND job_target.status = ANY(${[...RETRYABLE_STATUSES]}::text[]::"TargetStatus"[]) OFFSET 0
      ) AS again
    GROUP BY 1`
}
