import { parseSearch } from '#lib/search/parse.ts'
import type { SearchError } from '#lib/search/term.ts'
import type { Db } from '#lib/store/database/client.ts'
import { JOB_FIELDS } from '#lib/store/jobs/job-fields.ts'
import { countJobs, type JobSearch, readJobs, searchJobs } from '#lib/store/jobs/search-jobs.ts'
import { readRetries } from '#lib/store/jobs/retries.ts'
import { type JobList, type JobView, jobView, type Outlook } from './job-view.ts'

/** What a list of jobs is asked for; `sort` is a column, with `-` before it for descending order. */
export interface JobListRequest {
  readonly q: string
  readonly sort: string
  readonly offset: number
  readonly limit: number
}

interface ListContext {
  readonly db: Db
  readonly outlook: Outlook
  now(): number
}

/** A part of the jobs that a search finds. Throws StoreError. */
export async function listJobs(context: ListContext, request: JobListRequest): Promise<JobList> {
  const { db } = context
  const { q, sort, offset, limit } = request
  const { search, errors } = read(context, q)
  const of = await countJobs(db, { ...search, terms: [] })
  if (errors.length > 0) return { rows: [], offset, hits: 0, of, errors }
  const ids = await searchJobs(db, search, { sort, offset, limit })
  const hits = search.terms.length === 0 ? of : await countJobs(db, search)
  return { rows: await views(context, ids), offset, hits, of, errors }
}

/** All jobs of a search, of which only the ids are read at first. */
export interface FoundJobs {
  readonly errors: readonly SearchError[]
  readonly count: number
  /** The jobs as they are when their part is read. */
  parts(): AsyncGenerator<readonly JobView[]>
}

/** Jobs that are read at once. */
const PART = 500

/** The first `most` jobs that a search finds, as a list that no later one gets into. Throws StoreError. */
export async function findJobs(
  context: ListContext,
  { q, sort }: Pick<JobListRequest, 'q' | 'sort'>,
  most: number,
): Promise<FoundJobs> {
  const { search, errors } = read(context, q)
  const ids = errors.length > 0 ? [] : await searchJobs(context.db, search, { sort, offset: 0, limit: most })
  return {
    errors,
    count: ids.length,
    async *parts() {
      for (let at = 0; at < ids.length; at += PART) yield await views(context, ids.slice(at, at + PART))
    },
  }
}

function read({ outlook, now }: ListContext, q: string) {
  const { terms, errors } = parseSearch(q, JOB_FIELDS)
  const search: JobSearch = { terms, now: now(), stalled: outlook.obstacle() !== null }
  return { search, errors }
}

async function views({ db, outlook }: ListContext, ids: readonly string[]): Promise<readonly JobView[]> {
  const jobs = await readJobs(db, ids)
  const retries = await readRetries(db, ids)
  return jobs.map(job => jobView(job, outlook, retries.get(job.id)))
}
