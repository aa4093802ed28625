import type { Metadata } from 'next'
import { jobsQuery } from '#app/data/job-queries.ts'
import { runtime } from '#lib/runtime.ts'
import { StoreError } from '#lib/store/failure/store-errors.ts'
import { requirePageUser } from '../page-user.ts'
import { Prefetched } from '../prefetched.tsx'
import { JobsList } from './jobs-list.tsx'

export const metadata: Metadata = { title: 'Jobs' }

export default async function JobsPage() {
  await requirePageUser()
  // Without the database the page says so by itself, and goes on once it answers.
  const jobs = await runtime()
    .jobs.list({ offset: 0, limit: 100 })
    .catch((error: unknown) => {
      if (error instanceof StoreError) return null
      throw error
    })
  return (
    <Prefetched context={runtime().context()} answers={jobs ? [[jobsQuery(), jobs]] : []}>
      <JobsList />
    </Prefetched>
  )
}
