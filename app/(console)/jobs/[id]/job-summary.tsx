import Link from 'next/link'
import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { type TargetStatus, TO_RETRY } from '#lib/hap/actions/job.ts'
import { paths } from '#lib/paths.ts'
import type { JobView } from '#lib/services/jobs/job-view.ts'
import { formatCount, formatDuration } from '#lib/util/format.ts'
import { formatProgress, OUTCOME_LABELS } from '../job-labels.ts'
import { JobProgress, OutcomeText } from '../job-outcome.tsx'
import styles from '../jobs.module.css'

interface JobSummaryProps {
  readonly job: JobView
  /** Outcomes that filter the list; empty = all. */
  readonly outcome: string
}

const STATUSES = Object.keys(OUTCOME_LABELS) as TargetStatus[]

/** Progress of a job and counts by outcome, each linked to its rows. */
export function JobSummary({ job, outcome }: JobSummaryProps) {
  const { id, total, counts, expectedMs, toRetry, waitsFor, cancelRequested, finishedAt } = job
  const stopping = cancelRequested && finishedAt === null
  const shown = STATUSES.filter(status => counts[status] > 0 || outcome.split(',').includes(status))
  return (
    <div className={styles.summary}>
      {waitsFor !== null && (
        <Message tone="warn">
          {waitsFor} {!stopping && 'The job continues by itself.'}
        </Message>
      )}
      <div className={styles.line}>
        <span className={text.strong}>{formatProgress(job)}</span>
        {stopping && <span className={text.muted}>finishes the current binding, then stops</span>}
        {expectedMs !== null && waitsFor === null && !stopping && (
          <span className={text.muted}>
            at least {formatDuration(Math.max(1_000, expectedMs))} to go; it continues without this page
          </span>
        )}
      </div>
      <JobProgress job={job} wide />
      <nav className={styles.outcomes} aria-label="Bindings by outcome">
        <Choice href={paths.job(id)} chosen={outcome === ''}>
          All {formatCount(total)}
        </Choice>
        {shown.map(status => (
          <Choice key={status} href={paths.job(id, { outcome: status })} chosen={outcome === status}>
            <OutcomeText status={status} /> {formatCount(counts[status])}
          </Choice>
        ))}
        {(toRetry > 0 || outcome === TO_RETRY) && finishedAt !== null && (
          <Choice href={paths.job(id, { outcome: TO_RETRY })} chosen={outcome === TO_RETRY}>
            To retry {formatCount(toRetry)}
          </Choice>
        )}
      </nav>
    </div>
  )
}

interface ChoiceProps {
  readonly href: string
  readonly chosen: boolean
  readonly children: React.ReactNode
}

function Choice({ href, chosen, children }: ChoiceProps) {
  return (
    <Link href={href} prefetch={false} className={styles.choice} aria-current={chosen || undefined}>
      {children}
    </Link>
  )
}
