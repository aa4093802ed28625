'use client'

import { jobsQuery } from '#app/data/job-queries.ts'
import type { Column } from '#components/data-table/column.ts'
import { cx } from '#components/ui/cx.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink, CellLink, CountLink } from '#components/ui/links.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import { jobState, jobStateLabel, TO_RETRY } from '#lib/hap/actions/job.ts'
import { paths } from '#lib/paths.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { JobView } from '#lib/services/jobs/job-view.ts'
import { formatCount } from '#lib/util/format.ts'
import { noListExportReason } from '../list-export.tsx'
import { ListPage } from '../list-page.tsx'
import { PagedTable } from '../paged-table.tsx'
import { usePagedList } from '../use-list.ts'
import { formatJobTitle, isIncomplete } from './job-labels.ts'
import { JobProgress } from './job-outcome.tsx'
import styles from './jobs.module.css'

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
            Select multiple bindings and choose an action to start a job. Jobs continue if you leave the page.
          </EmptyState>
        )}
      />
    </ListPage>
  )
}

/** Columns of the jobs list. Their ids are the sort keys of the API. */
export const JOB_COLUMNS: readonly Column<JobView>[] = [
  {
    id: 'job',
    header: 'Job',
    width: 232,
    sort: 'asc',
    cell: job => (
      <CellLink href={paths.job(job.id)} className={text.strong}>
        {formatJobTitle(job)}
      </CellLink>
    ),
  },
  { id: 'state', header: 'State', width: 132, narrow: 'aside', sort: 'asc', cell: job => <State job={job} /> },
  {
    id: 'total',
    header: 'Bindings',
    width: 84,
    align: 'end',
    extra: true,
    sort: 'desc',
    cell: ({ id, total }) => <CountLink count={total} href={paths.job(id)} noun="binding" detail="of the job" />,
  },
  {
    id: 'done',
    header: 'Done',
    width: 72,
    align: 'end',
    sort: 'desc',
    priority: 2,
    narrow: 'hidden',
    cell: ({ id, counts }) => (
      <CountLink count={counts.done} href={paths.job(id, { outcome: 'done' })} noun="binding" detail="done" />
    ),
  },
  {
    id: 'failed',
    header: 'Failed',
    width: 72,
    align: 'end',
    extra: true,
    sort: 'desc',
    cell: ({ id, counts }) => (
      <CountLink count={counts.failed} href={paths.job(id, { outcome: 'failed' })} noun="binding" detail="failed" />
    ),
  },
  {
    id: 'undone',
    header: 'Retryable',
    tip: 'Refused, failed, cancelled or unknown, and not yet retried',
    width: 84,
    align: 'end',
    sort: 'desc',
    priority: 2,
    narrow: 'hidden',
    cell: ({ id, toRetry }) => (
      <CountLink count={toRetry} href={paths.job(id, { outcome: TO_RETRY })} noun="binding" detail="to retry" />
    ),
  },
  { id: 'reason', header: 'Reason', minWidth: 160, narrow: 'line', cell: ({ reason }) => <Reason text={reason} /> },
  { id: 'ticket', header: 'Ticket', width: 120, extra: true, sort: 'asc', cell: ({ ticket }) => ticket },
  {
    id: 'actor',
    header: 'By',
    width: 132,
    priority: 2,
    narrow: 'line',
    sort: 'asc',
    cell: job => <Actor job={job} />,
  },
  {
    id: 'started',
    header: 'Started',
    width: 104,
    align: 'end',
    priority: 3,
    sort: 'desc',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    id: 'ended',
    header: 'Ended',
    width: 104,
    align: 'end',
    extra: true,
    sort: 'desc',
    cell: ({ finishedAt }) => finishedAt !== null && <RelativeTime at={finishedAt} />,
  },
]

function State({ job }: { readonly job: JobView }) {
  const word = jobStateLabel(jobState(job))
  return (
    <span className={styles.state}>
      {isIncomplete(job) ? (
        <span className={cx(styles.outcome, text.warn)}>
          <Icon name="warning" size={14} />
          {word}
        </span>
      ) : (
        word
      )}
      {job.finishedAt === null && <JobProgress job={job} />}
    </span>
  )
}

/**
 * In the block layout, this cell also contains the time and the counts, which have no column there.
 */
function Actor({ job }: { readonly job: JobView }) {
  const { actor, createdAt, counts, toRetry } = job
  return (
    <span className={styles.actor}>
      <span>
        {actor}
        <span className={cx(styles.inBlock, text.muted)}>
          <RelativeTime at={createdAt} />
        </span>
      </span>
      <span className={cx(styles.inBlock, text.muted)}>
        {formatCount(counts.done)} done{toRetry > 0 && `, ${formatCount(toRetry)} retryable`}
      </span>
    </span>
  )
}

function Reason({ text: reason }: { readonly text: string }) {
  return (
    <span className={text.muted} data-tip={reason}>
      {reason}
    </span>
  )
}
