'use client'

import { jobQuery } from '#app/data/job-queries.ts'
import { WINDOW_ROWS } from '#app/data/list-search.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import { usePagedRows } from '#components/data-table/use-paged-rows.ts'
import { Ticket } from '#components/hap/ticket.tsx'
import { CrumbName } from '#components/shell/breadcrumb.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { jobState, jobStateLabel } from '#lib/hap/actions/job.ts'
import { paths } from '#lib/paths.ts'
import type { JobTargetDetail } from '#lib/services/jobs/job-detail.ts'
import type { JobView } from '#lib/services/jobs/job-view.ts'
import { formatExact } from '#lib/util/format.ts'
import type { Person } from '../../person.ts'
import { ReadFailure, RefreshFailure } from '../../read-failure.tsx'
import { formatJobTitle, isIncomplete, parseOutcome } from '../job-labels.ts'
import styles from '../jobs.module.css'
import { JobActions } from './job-actions.tsx'
import { JobSummary } from './job-summary.tsx'
import { TargetsTable } from './targets-table.tsx'

const keyOf = ({ position }: JobTargetDetail) => String(position)

/** The page of one job: progress, outcome of each binding, and the buttons to cancel or retry. */
export function JobPageView({ id, person }: { readonly id: string; readonly person: Person }) {
  const [text] = useParameter('outcome')
  const outcome = parseOutcome(text)
  const rows = usePagedRows({
    listKey: outcome,
    partRows: WINDOW_ROWS,
    queryOf: part => jobQuery(id, outcome, part),
    keyOf,
  })
  const { answer, error, behind, refetch } = rows
  if (!answer) {
    return (
      <>
        <PageHead title="Job" />
        {error ? <ReadFailure error={error} onRetry={refetch} /> : <TargetsTable rows={rows} />}
      </>
    )
  }
  const { job } = answer
  return (
    <>
      <CrumbName pathname={paths.job(id)} name={formatJobTitle(job)} />
      <PageHead
        title={formatJobTitle(job)}
        badge={<Status job={job} />}
        actions={<JobActions key={job.id} job={job} person={person} />}
        facts={<JobFacts job={job} />}
      />
      {error && !behind && <RefreshFailure error={error} onRetry={refetch} />}
      <JobSummary job={job} outcome={outcome} />
      {error && behind ? <ReadFailure error={error} onRetry={refetch} /> : <TargetsTable rows={rows} />}
    </>
  )
}

function Status({ job }: { readonly job: JobView }) {
  const short = isIncomplete(job)
  return (
    <span role="status">
      <Badge className={short ? styles.short : undefined}>
        {short && <Icon name="warning" size={14} />}
        {jobStateLabel(jobState(job))}
      </Badge>
    </span>
  )
}

/** Author, time and reason of a job. */
function JobFacts({ job }: { readonly job: JobView }) {
  const { actor, role, createdAt, finishedAt, reason, ticket, until, action, retryOf, retriedBy } = job
  return (
    <>
      <span>
        {actor}
        {role !== null && `, ${role}`}
      </span>
      <span>
        started <RelativeTime at={createdAt} />
      </span>
      {finishedAt !== null && (
        <span>
          ended <RelativeTime at={finishedAt} />
        </span>
      )}
      <span>Reason: {reason}</span>
      {ticket !== null && (
        <span>
          Ticket: <Ticket ticket={ticket} />
        </span>
      )}
      {action === 'hold' && <span>{until === null ? 'Until someone ends it' : `Until ${formatExact(until)}`}</span>}
      {retryOf !== null && <TextLink href={paths.job(retryOf)}>Retries an earlier job</TextLink>}
      {retriedBy !== null && <TextLink href={paths.job(retriedBy)}>Retried by a later job</TextLink>}
    </>
  )
}
