import type { IconName } from '#components/ui/icon-paths.ts'
import { ACTION_LABELS } from '#lib/hap/actions/action.ts'
import type { TargetStatus } from '#lib/hap/actions/job.ts'
import type { JobView } from '#lib/services/jobs/job-view.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'

interface OutcomeWords {
  readonly label: string
  readonly icon: IconName
  readonly tone: 'ok' | 'warn' | 'danger' | 'muted'
}

/** Words for what becomes of a target, in the order of a page. */
export const OUTCOME_WORDS: Readonly<Record<TargetStatus, OutcomeWords>> = {
  failed: { label: 'Failed', icon: 'error', tone: 'danger' },
  refused: { label: 'Refused', icon: 'forbidden', tone: 'warn' },
  unknown: { label: 'Unknown', icon: 'warning', tone: 'warn' },
  running: { label: 'Running', icon: 'jobs', tone: 'muted' },
  pending: { label: 'Waiting', icon: 'clock', tone: 'muted' },
  cancelled: { label: 'Cancelled', icon: 'close', tone: 'muted' },
  done: { label: 'Done', icon: 'check', tone: 'ok' },
}

/** What a job does, in a few words: `Release 12 bindings`. */
export function jobTitle({ action, total }: Pick<JobView, 'action' | 'total'>): string {
  return `${ACTION_LABELS[action].verb}: ${formatPlural(total, 'binding')}`
}

/** Whether a job came to its end, and not everything was done. */
export function isShort({ status, total, counts }: Pick<JobView, 'status' | 'total' | 'counts'>): boolean {
  return status === 'done' && counts.done < total
}

/** Targets that were tried, and what came of it; a cancelled one was not. */
export function triedTargets({ total, counts }: Pick<JobView, 'total' | 'counts'>): number {
  return total - counts.pending - counts.running - counts.cancelled
}

/** How far a job is, in numbers. */
export function progressWords(job: Pick<JobView, 'status' | 'total' | 'counts'>): string {
  const { total, counts } = job
  if (isShort(job)) return `${formatCount(counts.done)} of ${formatCount(total)} done`
  if (counts.cancelled === 0) return `${formatCount(triedTargets(job))} of ${formatCount(total)}`
  return `${formatCount(counts.done)} of ${formatCount(total)} done, ${formatCount(counts.cancelled)} cancelled`
}
