import { AGAIN_STATUSES, type JobState, TARGET_STATUSES, type TargetStatus } from '#lib/hap/actions/job.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { actionContains } from '../search/action-tests.ts'
import type { SearchedTable } from '../search/condition.ts'
import { RETRIED } from './retries.ts'

/** What the rows of `job` hold under the fields of a search. `stalled`: no job can go on at the moment. */
export function jobTable(stalled: boolean) {
  const enums = { action: ACTION, state: stateOf(stalled) }
  const inOther = (word: string) => actionContains(ACTION, word)
  return { texts: TEXTS, enums, numbers: NUMBERS, times: TIMES, inOther } satisfies SearchedTable
}

export type JobTable = ReturnType<typeof jobTable>

const ACTION = Prisma.sql`job.action`
const ACTOR = Prisma.sql`job.actor`
const START = Prisma.sql`job.created_at`

const TEXTS = {
  id: Prisma.sql`job.id`,
  by: ACTOR,
  actor: ACTOR,
  reason: Prisma.sql`job.reason`,
  ticket: Prisma.sql`job.ticket`,
}

const TIMES = { at: START, started: START, ended: Prisma.sql`job.finished_at` }

/** By this alone RETRIED has to be joined. */
export const RETRY = 'retry'

/** Columns of a tally, and which targets each counts. */
const COUNTED = {
  rest: TARGET_STATUSES.filter(status => status !== 'done'),
  failed: ['failed'],
  refused: ['refused'],
  unknown: ['unknown'],
  again: AGAIN_STATUSES,
} as const satisfies Readonly<Record<string, readonly TargetStatus[]>>

type Counted = keyof typeof COUNTED

/** Of the names a search or an order is about those that need columns of a tally. */
const NEEDS: Readonly<Record<string, readonly Counted[]>> = {
  done: ['rest'],
  failed: ['failed'],
  refused: ['refused'],
  unknown: ['unknown'],
  state: ['rest', 'unknown'],
  [RETRY]: ['again'],
}

/**
 * What has to be joined for these names: how many targets of each job came to what, of all jobs at once, since job by job takes ten times
 * as long. Of a year of jobs most of the time goes into counting, so that nothing is counted that nobody asks for.
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

const NUMBERS = {
  bindings: Prisma.sql`job.total`,
  // A job has as many targets as its total says. Of those that are left there is least to count.
  done: Prisma.sql`(job.total - coalesce(tally.rest, 0))`,
  failed: Prisma.sql`coalesce(tally.failed, 0)`,
  refused: Prisma.sql`coalesce(tally.refused, 0)`,
  unknown: Prisma.sql`coalesce(tally.unknown, 0)`,
  [RETRY]: Prisma.sql`(coalesce(tally.again, 0) - coalesce(${RETRIED}.tried, 0))`,
}

function isOneOf(statuses: readonly TargetStatus[]): Prisma.Sql {
  return Prisma.sql`status = ANY(${statuses}::text[]::"TargetStatus"[])`
}

/** The same as `jobState` says. */
function stateOf(stalled: boolean): Prisma.Sql {
  const is = (state: JobState) => Prisma.sql`${state}::text`
  return Prisma.sql`(CASE
    WHEN job.status = 'done' THEN CASE
      WHEN ${NUMBERS.done} = job.total THEN ${is('done')}
      WHEN ${NUMBERS.done} + ${NUMBERS.unknown} = 0 THEN ${is('nothing-done')}
      ELSE ${is('not-all-done')} END
    WHEN job.status = 'cancelled' THEN ${is('cancelled')}
    WHEN job.cancel_requested THEN ${is('cancelling')}
    WHEN ${stalled}::boolean THEN ${is('stalled')}
    WHEN job.status = 'queued' THEN ${is('waiting')}
    ELSE ${is('running')} END)`
}
