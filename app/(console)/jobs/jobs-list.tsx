'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { jobsQuery } from '#app/data/job-queries.ts'
import { DataTable } from '#components/data-table/data-table.tsx'
import { ListFooter, OPEN_KEYS } from '#components/data-table/list-footer.tsx'
import { listSource, pendingSource } from '#components/data-table/table-source.ts'
import { useColumnChoice } from '#components/data-table/use-column-choice.ts'
import { useHeldRows } from '#components/data-table/use-held-rows.ts'
import { PageHead } from '#components/shell/page-head.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { formatCount, formatPlural } from '#components/ui/format.ts'
import { paths } from '#lib/paths.ts'
import type { JobView } from '#lib/services/jobs/job-view.ts'
import { NotReadAgain } from '../not-read-again.tsx'
import { ReadFailure } from '../read-failure.tsx'
import { JOB_COLUMNS } from './job-columns.tsx'

const keyOf = ({ id }: JobView) => id
const WAITING = pendingSource<JobView>(5)

/** The latest bulk jobs, with how far each is. */
export function JobsList() {
  const { data, error, refetch } = useQuery(jobsQuery())
  const source = useMemo(() => (data ? listSource(data.jobs, keyOf) : WAITING), [data])
  const columns = useColumnChoice(JOB_COLUMNS)
  const { source: held, hold } = useHeldRows(source, '')
  const retry = () => void refetch()
  return (
    <>
      <PageHead title="Jobs" summary={data && formatPlural(data.total, 'bulk action')} />
      {data && error && <NotReadAgain error={error} onRetry={retry} />}
      {error && !data ? (
        <ReadFailure error={error} onRetry={retry} />
      ) : data?.total === 0 ? (
        <EmptyState
          reason="empty"
          title="No jobs yet"
          actions={<ButtonLink href={paths.bindings()}>All bindings</ButtonLink>}
        >
          Select several bindings and choose what to do with them: that starts a job, which continues without this page.
        </EmptyState>
      ) : (
        <DataTable
          onTouch={hold.touch}
          label="Jobs"
          columns={columns.shown}
          source={held}
          busy={data === undefined}
          footer={({ total }) => (
            <ListFooter
              keys={OPEN_KEYS}
              columns={columns}
              hold={hold}
              summary={data && `The latest ${formatCount(total)} of ${formatPlural(data.total, 'job')}`}
            />
          )}
        />
      )}
    </>
  )
}
