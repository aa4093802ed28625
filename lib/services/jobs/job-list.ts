import type { Term } from '#lib/search/term.ts'
import type { Db } from '#lib/store/database/client.ts'
import { JOB_FIELDS } from '#lib/store/jobs/job-fields.ts'
import { readRetries } from '#lib/store/jobs/retries.ts'
import { countJobs, readJobs, searchJobs } from '#lib/store/jobs/search-jobs.ts'
import type { SearchedList } from '#lib/store/search/searched-list.ts'
import { type JobView, jobView, type Outlook } from './job-view.ts'

interface ListContext {
  readonly db: Db
  readonly outlook: Outlook
  now(): number
}

/** All jobs, to be searched. */
export function jobList({ db, outlook, now }: ListContext): SearchedList<JobView> {
  const search = (terms: readonly Term[]) => ({ terms, now: now(), stalled: outlook.obstacle() !== null })
  return {
    fields: JOB_FIELDS,
    find: (terms, window) => searchJobs(db, search(terms), window),
    count: () => countJobs(db, search([])),
    async rows(ids) {
      const jobs = await readJobs(db, ids)
      const retries = await readRetries(db, ids)
      return jobs.map(job => jobView(job, outlook, retries.get(job.id)))
    },
  }
}
