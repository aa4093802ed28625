'use client'

import { jobsQuery } from '#app/data/job-queries.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { paths } from '#lib/paths.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { JobView } from '#lib/services/jobs/job-view.ts'
import { noListExportReason } from '../list-export.tsx'
import { ListPage } from '../list-page.tsx'
import { PagedTable } from '../paged-table.tsx'
import { usePagedList } from '../use-list.ts'
import { JOB_COLUMNS } from './job-columns.tsx'

const LABELS = { page: 'jobs', title: 'Jobs', noun: 'job' } as const
const DEFAULT_SORT = { id: 'started', desc: true } as const

const keyOf = ({ id }: JobView) => id

/** All bulk jobs with their progress. */
export function JobsList({ fields }: { readonly fields: readonly SearchField[] }) {
  const { list, rows } = usePagedList({ columns: JOB_COLUMNS, queryOf: jobsQuery, keyOf })
  const state = { labels: LABELS, fields, list, rows }
  return (
    <ListPage {...state} exportDisabledReason={noListExportReason(rows.answer)}>
      <PagedTable
        {...state}
        defaultSort={DEFAULT_SORT}
        ofGardener={false}
        none={() => (
          <EmptyState
            reason="empty"
            title="No jobs yet"
            actions={<ButtonLink href={paths.bindings()}>All bindings</ButtonLink>}
          >
            Select several bindings and choose what to do with them: that starts a job, which continues without this
            page.
          </EmptyState>
        )}
      />
    </ListPage>
  )
}
