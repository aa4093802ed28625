import type { JobRecord } from '#lib/store/jobs/job-record.ts'
import { readJob } from '#lib/store/jobs/read-jobs.ts'
import type { JobContext } from './job-context.ts'
import { JobError } from './job-error.ts'

/** The job of an id. Throws JobError when there is none. */
export async function requireJob({ store }: Pick<JobContext, 'store'>, id: string): Promise<JobRecord> {
  const job = await readJob(store.db, id)
  if (job === null) throw new JobError(404, 'There is no such job.')
  return job
}
