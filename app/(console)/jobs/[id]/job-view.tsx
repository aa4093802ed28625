'use client'

import Link from 'next/link'
import { lazy, Suspense, use, useState } from 'react'
import { useObserveModeReason } from '#app/(console)/observe-mode.tsx'
import { callFailure } from '#app/data/call-failure.ts'
import { fetchApi } from '#app/data/fetch-json.ts'
import { jobQuery } from '#app/data/job-queries.ts'
import { WINDOW_ROWS } from '#app/data/list-search.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import { usePagedRows } from '#components/data-table/use-paged-rows.ts'
import { Ticket } from '#components/hap/ticket.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { CrumbName } from '#components/shell/top-bar.tsx'
import { Button } from '#components/ui/button.tsx'
import { FormDisabledReason } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { Message } from '#components/ui/message.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Badge } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { roleDisabledReason } from '#lib/auth/roles.ts'
import { ACTION_LABELS } from '#lib/hap/actions/action.ts'
import { jobState, jobStateLabel, type TargetStatus, TO_RETRY } from '#lib/hap/actions/job.ts'
import { paths } from '#lib/paths.ts'
import type { SelectedBinding } from '#lib/queries/bindings/bulk-offers.ts'
import type { JobTargetDetail } from '#lib/services/jobs/job-detail.ts'
import type { JobView } from '#lib/services/jobs/job-view.ts'
import { formatCount, formatDuration, formatExact } from '#lib/util/format.ts'
import { cancelJob } from '../../bindings/bulk/actions.ts'
import { useStaleReason } from '../../live-provider.tsx'
import type { Person } from '../../person.ts'
import { ReadFailure, RefreshFailure } from '../../read-failure.tsx'
import { Refusal } from '../../refusal.tsx'
import { formatJobTitle, formatProgress, isIncomplete, OUTCOME_LABELS, parseOutcome } from '../job-labels.ts'
import { JobProgress, OutcomeText } from '../job-outcome.tsx'
import styles from '../jobs.module.css'
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
      {action === 'hold' && <span>{until === null ? 'Until removed' : `Until ${formatExact(until)}`}</span>}
      {retryOf !== null && <TextLink href={paths.job(retryOf)}>Retries an earlier job</TextLink>}
      {retriedBy !== null && <TextLink href={paths.job(retriedBy)}>Retried by a later job</TextLink>}
    </>
  )
}

const BulkDialog = lazy(() =>
  import('../../bindings/bulk/bulk-dialog.tsx').then(module => ({ default: module.BulkDialog })),
)

/** Buttons that cancel a job and retry its unfinished targets. */
function JobActions({ job, person }: { readonly job: JobView; readonly person: Person }) {
  const [targets, setTargets] = useState<readonly SelectedBinding[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const ended = job.finishedAt !== null
  const { role } = ACTION_LABELS[job.action]
  const forbidden = useObserveModeReason() ?? roleDisabledReason(person.role, role)
  const tooOld = useStaleReason()
  const everywhere = use(FormDisabledReason)
  const cancel = async () => {
    setBusy(true)
    setProblem(await cancelJob(job.id).catch((error: unknown) => callFailure(error, NO_ANSWER)))
    setBusy(false)
  }
  const openRetry = async () => {
    setBusy(true)
    setProblem(null)
    try {
      setTargets(await fetchTargetsToRetry(job.id))
    } catch {
      setProblem(NO_ANSWER)
    }
    setBusy(false)
  }
  const cancelling = job.cancelRequested || busy ? 'Cancelling…' : null
  return (
    <>
      {problem !== null && <Refusal>{problem}</Refusal>}
      {ended ? (
        job.toRetry > 0 && (
          <Button
            disabledReason={forbidden ?? tooOld ?? (busy ? 'Checking the bindings…' : null)}
            onClick={() => void openRetry()}
          >
            Retry {formatCount(job.toRetry)}
          </Button>
        )
      ) : (
        <Button disabledReason={forbidden ?? everywhere ?? cancelling} onClick={() => void cancel()}>
          Cancel job
        </Button>
      )}
      {targets && (
        <Suspense>
          <BulkDialog
            action={job.action}
            chosen={targets}
            person={person}
            retry={job}
            onClose={() => setTargets(null)}
          />
        </Suspense>
      )}
    </>
  )
}

const NO_ANSWER = 'The console is not responding. Try again.'

const PAGE_ROWS = 500

/** Fetches the targets that failed or have an unknown outcome, and that no retry covers. */
async function fetchTargetsToRetry(id: string): Promise<readonly SelectedBinding[]> {
  const found: SelectedBinding[] = []
  for (;;) {
    const query = { status: TO_RETRY, offset: found.length, limit: PAGE_ROWS }
    const { rows, hits } = await fetchApi('/jobs/:id', { params: { id }, query }, AbortSignal.timeout(30_000))
    found.push(...rows.map(({ kind, name }) => ({ kind, name })))
    if (rows.length === 0 || found.length >= hits) return found
  }
}

interface JobSummaryProps {
  readonly job: JobView
  /** Outcomes that filter the list; empty = all. */
  readonly outcome: string
}

const STATUSES = Object.keys(OUTCOME_LABELS) as TargetStatus[]

/** Progress of a job and counts by outcome, each linked to its rows. */
function JobSummary({ job, outcome }: JobSummaryProps) {
  const { id, total, counts, expectedMs, toRetry, waitsFor, cancelRequested, finishedAt } = job
  const stopping = cancelRequested && finishedAt === null
  const shown = STATUSES.filter(status => counts[status] > 0 || outcome.split(',').includes(status))
  return (
    <div className={styles.summary}>
      {waitsFor !== null && (
        <Message tone="warn">
          {waitsFor} {!stopping && 'The job continues automatically.'}
        </Message>
      )}
      <div className={styles.line}>
        <span className={text.strong}>{formatProgress(job)}</span>
        {stopping && <span className={text.muted}>stops after the current binding</span>}
        {expectedMs !== null && waitsFor === null && !stopping && (
          <span className={text.muted}>
            about {formatDuration(Math.max(1_000, expectedMs))} left; continues if you leave this page
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
            Retryable {formatCount(toRetry)}
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
