import type { JobState } from '#lib/hap/actions/job-state.ts'
import { AGAIN_STATUSES, type TargetStatus } from '#lib/hap/actions/target-status.ts'
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

/** By these alone RETRIED has to be joined. */
export const RETRY = 'retry'

const NUMBERS = {
  bindings: Prisma.sql`job.total`,
  done: targets(['done']),
  failed: targets(['failed']),
  refused: targets(['refused']),
  unknown: targets(['unknown']),
  [RETRY]: Prisma.sql`(${targets(AGAIN_STATUSES)} - coalesce(${RETRIED}.tried, 0))`,
}

/** How many targets of a job have one of some outcomes: an index has them, job by job. */
function targets(statuses: readonly TargetStatus[]): Prisma.Sql {
  return Prisma.sql`(SELECT count(*) FROM job_target WHERE job_target.job_id = job.id
    AND job_target.status = ANY(${[...statuses]}::text[]::"TargetStatus"[]))`
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
