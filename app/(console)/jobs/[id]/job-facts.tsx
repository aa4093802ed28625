import { Ticket } from '#components/hap/ticket.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import type { JobView } from '#lib/services/jobs/job-view.ts'
import { formatExact } from '#lib/util/format.ts'

/** Author, time and reason of a job. */
export function JobFacts({ job }: { readonly job: JobView }) {
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
