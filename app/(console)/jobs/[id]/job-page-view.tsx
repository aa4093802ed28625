'use client'

import { jobQuery } from '#app/data/job-queries.ts'
import { WINDOW_ROWS } from '#app/data/window-rows.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import { usePartedRows } from '#components/data-table/use-parted-rows.ts'
import { CrumbName } from '#components/shell/crumb-name.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { jobState, jobStateLabel } from '#lib/hap/actions/job.ts'
import { paths } from '#lib/paths.ts'
import type { JobTargetDetail } from '#lib/services/jobs/job-detail.ts'
import type { JobView } from '#lib/services/jobs/job-view.ts'
import { NotReadAgain } from '../../not-read-again.tsx'
import type { Person } from '../../person.ts'
import { ReadFailure } from '../../read-failure.tsx'
import { isShort, jobTitle } from '../job-words.ts'
import styles from '../jobs.module.css'
import { outcomeParameter } from '../outcome-parameter.ts'
import { JobActions } from './job-actions.tsx'
import { JobFacts } from './job-facts.tsx'
import { JobSummary } from './job-summary.tsx'
import { TargetsTable } from './targets-table.tsx'

const keyOf = ({ position }: JobTargetDetail) => String(position)

/** The page of one job: progress, outcome of each binding, and the buttons to cancel or retry. */
export function JobPageView({ id, person }: { readonly id: string; readonly person: Person }) {
  const [text] = useParameter('outcome')
  const outcome = outcomeParameter(text)
  const rows = usePartedRows({
    listKey: outcome,
    partRows: WINDOW_ROWS,
    queryOf: part => jobQuery(id, outcome, part),
    keyOf,
  })
  const { answer, error, behind, readAgain } = rows
  if (!answer) {
    return (
      <>
        <PageHead title="Job" />
        {error ? <ReadFailure error={error} onRetry={readAgain} /> : <TargetsTable rows={rows} />}
      </>
    )
  }
  const { job } = answer
  return (
    <>
      <CrumbName pathname={paths.job(id)} name={jobTitle(job)} />
      <PageHead
        title={jobTitle(job)}
        badge={<Status job={job} />}
        actions={<JobActions key={job.id} job={job} person={person} />}
        facts={<JobFacts job={job} />}
      />
      {error && !behind && <NotReadAgain error={error} onRetry={readAgain} />}
      <JobSummary job={job} outcome={outcome} />
      {error && behind ? <ReadFailure error={error} onRetry={readAgain} /> : <TargetsTable rows={rows} />}
    </>
  )
}

function Status({ job }: { readonly job: JobView }) {
  const short = isShort(job)
  return (
    <span role="status">
      <Badge className={short ? styles.short : undefined}>
        {short && <Icon name="warning" size={14} />}
        {jobStateLabel(jobState(job))}
      </Badge>
    </span>
  )
}
