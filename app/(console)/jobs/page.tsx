import type { Metadata } from 'next'
import { jobsQuery } from '#app/data/job-queries.ts'
import { type ListSearch, listSearch, type SearchParams, WINDOW_ROWS } from '#app/data/list-search.ts'
import { runtime } from '#lib/runtime.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { JOB_LIST, jobFields } from '#lib/store/jobs/job-list.ts'
import { requirePageUser } from '../page-user.ts'
import { Prefetched } from '../prefetched.tsx'
import { JobsList } from './jobs-list.tsx'

export const metadata: Metadata = { title: 'Jobs' }

export default async function JobsPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  await requirePageUser()
  const search = listSearch(await searchParams)
  // Without the database, the page shows the failure and retries in the browser.
  const read = await readPage(search).catch((error: unknown) => {
    if (error instanceof StoreError) return null
    throw error
  })
  return (
    <Prefetched context={runtime().context()} answers={read ? [[jobsQuery(search, 0), read.first]] : []}>
      <JobsList fields={read?.fields ?? JOB_LIST.fields} />
    </Prefetched>
  )
}

async function readPage(search: ListSearch) {
  const { jobs, store } = runtime()
  const [first, fields] = await Promise.all([
    jobs.list({ ...search, offset: 0, limit: WINDOW_ROWS }),
    jobFields(store.db),
  ])
  return { first, fields }
}
