import { RefusedError } from '#lib/services/refused-error.ts'
import type { JobRecord } from '#lib/store/jobs/job-record.ts'
import { readJob } from '#lib/store/jobs/read-jobs.ts'
import type { JobContext } from './job-context.ts'

/** As jobIdOf makes them; the database does not take every other text. */
const JOB_ID = /^[\w-]{1,64}$/

/** The job of an id. Throws RefusedError when there is none. */
export async function requireJob({ store }: Pick<JobContext, 'store'>, id: string): Promise<JobRecord> {
  const job = JOB_ID.test(id) ? await readJob(store.db, id) : null
  if (job === null) throw new RefusedError(404, 'There is no such job.')
  return job
}
