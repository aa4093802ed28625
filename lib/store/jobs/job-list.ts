import {
  AGAIN_STATUSES,
  JOB_STATES,
  type JobState,
  jobStateWord,
  TARGET_STATUSES,
  type TargetStatus,
} from '#lib/hap/actions/job.ts'
import { compareText } from '#lib/hap/text/text.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { ACTION_SEARCH, actionContains, byActionWord } from '../search/action-tests.ts'
import { defineTable } from '../search/define-table.ts'
import { byName, byPlace } from '../search/order.ts'
import { RETRIED } from './retries.ts'

interface JobContext {
  /** No job can continue at the moment. */
  readonly stalled: boolean
}

const ACTION = Prisma.sql`job.action`
const ACTOR = Prisma.sql`job.actor`
const START = Prisma.sql`job.created_at`
const AGES = ['1h', '24h', '7d', '30d']

// A job has as many targets as its total. Unfinished targets are the fewest to count.
const DONE = Prisma.sql`(job.total - coalesce(tally.rest, 0))`
const UNKNOWN = Prisma.sql`coalesce(tally.unknown, 0)`

/** The field that needs RETRIED joined. */
export const RETRY = 'retry'

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
        aliases: Object.fromEntries(JOB_STATES.map(state => [jobStateWord(state), state])),
        description: 'state of the job',
      },
      sql: stateOf,
      sort: { column: 'state', by: sql => byPlace(JOB_STATES, sql) },
    },
    by: { search: { kind: 'text', description: 'who started it, or a part of the name' }, sql: ACTOR },
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
    unknown: { search: { kind: 'number', description: 'bindings of unknown outcome' }, sql: UNKNOWN },
    [RETRY]: {
      search: { kind: 'number', description: 'bindings to retry, and in no retry yet' },
      sql: Prisma.sql`(coalesce(tally.again, 0) - coalesce(${RETRIED}.tried, 0))`,
      sort: { column: 'undone' },
    },
    reason: { search: { kind: 'text', description: 'part of the reason' }, sql: Prisma.sql`job.reason` },
    ticket: {
      search: { kind: 'text', description: 'part of the ticket' },
      sql: Prisma.sql`job.ticket`,
      sort: { column: 'ticket', by: byName, mayLack: true },
    },
    id: { search: { kind: 'text', description: 'part of the id in its address' }, sql: Prisma.sql`job.id` },
  },
)

/** Of so many latest jobs the box offers who started them. */
const LATEST = 500

/** The search fields, offering who started the latest jobs. Throws StoreError. */
export async function jobFields(db: Db): Promise<readonly SearchField[]> {
  const rows = await db.$queryRaw<{ actor: string }[]>`
    SELECT DISTINCT actor FROM (SELECT actor FROM job ORDER BY created_at DESC LIMIT ${LATEST}) AS latest`
  const examples = rows.map(({ actor }) => actor).sort(compareText)
  return JOB_LIST.fields.map(field => (field.name === 'by' || field.name === 'actor' ? { ...field, examples } : field))
}

/** Columns of a tally, and which targets each counts. */
const COUNTED = {
  rest: TARGET_STATUSES.filter(status => status !== 'done'),
  failed: ['failed'],
  refused: ['refused'],
  unknown: ['unknown'],
  again: AGAIN_STATUSES,
} as const satisfies Readonly<Record<string, readonly TargetStatus[]>>

type Counted = keyof typeof COUNTED

/** Columns of a tally that the SQL of a field reads. */
const NEEDS: Readonly<Record<string, readonly Counted[]>> = {
  done: ['rest'],
  failed: ['failed'],
  refused: ['refused'],
  unknown: ['unknown'],
  state: ['rest', 'unknown'],
  [RETRY]: ['again'],
}

/**
 * The join for these fields: how many targets of each job have which status, of all jobs at once, since job by job takes ten times
 * as long. Of a year of jobs most of the time goes into counting, so that only fields of a search or an order are counted.
 */
export function tallyFor(names: ReadonlySet<string>): Prisma.Sql {
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
