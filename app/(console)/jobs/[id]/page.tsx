import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { jobQuery } from '#app/data/job-queries.ts'
import { parameter, type SearchParams, WINDOW_ROWS } from '#app/data/list-search.ts'
import { runtime } from '#lib/runtime.ts'
import { getJobDetail, type JobWithChanges } from '#lib/services/jobs/job-detail.ts'
import { parseTargetWindow } from '#lib/services/jobs/job-input.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { requirePageUser } from '../../page-user.ts'
import { Prefetched } from '../../prefetched.tsx'
import { parseOutcome } from '../job-labels.ts'
import { JobPageView } from './job-view.tsx'

interface JobPageProps {
  readonly params: Promise<{ readonly id: string }>
  readonly searchParams: Promise<SearchParams>
}

export const metadata: Metadata = { title: 'Job' }

export default async function JobPage({ params, searchParams }: JobPageProps) {
  const { name, role } = await requirePageUser()
  const { id } = await params
  const outcome = parseOutcome(parameter(await searchParams, 'outcome'))
  const context = runtime().context()
  const detail = await jobOf(id, outcome)
  return (
    <Prefetched context={context} answers={detail ? [[jobQuery(id, outcome, 0), detail]] : []}>
      <JobPageView id={id} person={{ name, role }} />
    </Prefetched>
  )
}

/** Null when the database is unavailable; the page then shows its own message. */
async function jobOf(id: string, outcome: string): Promise<JobWithChanges | null> {
  const window = parseTargetWindow({ ...(outcome !== '' && { status: outcome }), limit: String(WINDOW_ROWS) })
  try {
    return await getJobDetail(runtime(), id, window)
  } catch (error) {
    if (error instanceof RefusedError) notFound()
    if (error instanceof StoreError) return null
    throw error
  }
}
