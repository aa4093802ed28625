import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { jobDetail, type ToldJob } from '#app/api/job-detail.ts'
import { parseTargetWindow } from '#app/api/job-input.ts'
import { jobQuery } from '#app/data/job-queries.ts'
import { WINDOW_ROWS } from '#app/data/window-rows.ts'
import { runtime } from '#lib/runtime.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { StoreError } from '#lib/store/failure/store-errors.ts'
import { parameter, type SearchParams } from '../../list-search.ts'
import { requirePageUser } from '../../page-user.ts'
import { Prefetched } from '../../prefetched.tsx'
import { outcomeParameter } from '../outcome-parameter.ts'
import { JobPageView } from './job-page-view.tsx'

interface JobPageProps {
  readonly params: Promise<{ readonly id: string }>
  readonly searchParams: Promise<SearchParams>
}

export const metadata: Metadata = { title: 'Job' }

export default async function JobPage({ params, searchParams }: JobPageProps) {
  const { name, role } = await requirePageUser()
  const { id } = await params
  const outcome = outcomeParameter(parameter(await searchParams, 'outcome'))
  const context = runtime().context()
  const detail = await jobOf(id, outcome)
  return (
    <Prefetched context={context} answers={detail ? [[jobQuery(id, outcome, 0), detail]] : []}>
      <JobPageView id={id} person={{ name, role }} />
    </Prefetched>
  )
}

/** The job; null when the database does not answer, which the page says by itself. */
async function jobOf(id: string, outcome: string): Promise<ToldJob | null> {
  const window = parseTargetWindow({ ...(outcome !== '' && { status: outcome }), limit: String(WINDOW_ROWS) })
  try {
    return await jobDetail(id, window)
  } catch (error) {
    if (error instanceof RefusedError) notFound()
    if (error instanceof StoreError) return null
    throw error
  }
}
