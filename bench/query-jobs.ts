import { WINDOW_ROWS } from '#app/data/list-search.ts'
import { jobList } from '#lib/services/jobs/job-service.ts'
import { maintainTables } from '#lib/store/database/embedded.ts'
import { JOB_LIST, jobFields } from '#lib/store/jobs/job-list.ts'
import { readPart } from '#lib/store/search/searched-list.ts'
import type { Bench } from './bench.ts'
import { fillJobs } from './lib/job-filling.ts'
import { onStore } from './lib/on-store.ts'
import { searchesOf } from './lib/searches.ts'
import { slowestSearch } from './lib/slowest-search.ts'

/** Five bulk jobs per day for a year. */
const JOBS = 2_000

/** Data of the page of jobs in the embedded database, for every filter of the search box and every sort column. */
export const benches: Bench[] = [
  {
    name: 'queries: jobs by any filter, p95',
    unit: 'ms',
    budget: 50,
    run: () =>
      onStore(async ({ db, connection }) => {
        const now = Date.now()
        await fillJobs(connection.pool, JOBS, now)
        await maintainTables(connection.pool)
        const list = jobList({ db, outlook: { expectedMs: targets => targets, obstacle: () => null }, now: () => now })
        return slowestSearch(searchesOf(await jobFields(db), JOB_LIST.sorts), async search => {
          const started = performance.now()
          const [fields, found] = await Promise.all([
            jobFields(db),
            readPart(list, { ...search, offset: 0, limit: WINDOW_ROWS }),
          ])
          JSON.stringify([fields, found])
          return { found, took: performance.now() - started }
        })
      }),
  },
]
