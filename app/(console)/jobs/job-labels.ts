import type { IconName } from '#components/ui/icon.tsx'
import { ACTION_LABELS } from '#lib/hap/actions/action.ts'
import { TARGET_STATUSES, type TargetStatus, TO_RETRY } from '#lib/hap/actions/job.ts'
import type { JobTargetDetail } from '#lib/services/jobs/job-detail.ts'
import type { JobView } from '#lib/services/jobs/job-view.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'

interface OutcomeLabel {
  readonly label: string
  readonly icon: IconName
  readonly tone: 'ok' | 'warn' | 'danger' | 'muted'
}

/** Labels of the outcomes of a target, in display order. */
export const OUTCOME_LABELS: Readonly<Record<TargetStatus, OutcomeLabel>> = {
  failed: { label: 'Failed', icon: 'error', tone: 'danger' },
  refused: { label: 'Refused', icon: 'forbidden', tone: 'warn' },
  unknown: { label: 'Unknown', icon: 'warning', tone: 'warn' },
  running: { label: 'Running', icon: 'jobs', tone: 'muted' },
  pending: { label: 'Waiting', icon: 'clock', tone: 'muted' },
  cancelled: { label: 'Cancelled', icon: 'close', tone: 'muted' },
  done: { label: 'Done', icon: 'check', tone: 'ok' },
}

/** Title of a job: `Release 12 bindings`. */
export function formatJobTitle({ action, total }: Pick<JobView, 'action' | 'total'>): string {
  return `${ACTION_LABELS[action].verb}: ${formatPlural(total, 'binding')}`
}

/** Whether a job is complete without every target being done. */
export function isIncomplete({ status, total, counts }: Pick<JobView, 'status' | 'total' | 'counts'>): boolean {
  return status === 'done' && counts.done < total
}

/** Number of attempted targets with any outcome; cancelled ones were not attempted. */
export function countAttempted({ total, counts }: Pick<JobView, 'total' | 'counts'>): number {
  return total - counts.pending - counts.running - counts.cancelled
}

/** Progress of a job in numbers. */
export function formatProgress(job: Pick<JobView, 'status' | 'total' | 'counts'>): string {
  const { total, counts } = job
  if (isIncomplete(job)) return `${formatCount(counts.done)} of ${formatCount(total)} done`
  if (counts.cancelled === 0) return `${formatCount(countAttempted(job))} of ${formatCount(total)}`
  return `${formatCount(counts.done)} of ${formatCount(total)} done, ${formatCount(counts.cancelled)} cancelled`
}

/**
 * Parses the outcome filter of an address: a comma-separated list or `to-retry`; empty = all.
 * Ignores unknown outcomes.
 */
export function parseOutcome(text: string): string {
  if (text === TO_RETRY) return text
  const wanted = text.split(',')
  return TARGET_STATUSES.filter(status => wanted.includes(status)).join(',')
}

/** Result of a target as text; empty without one. */
export function formatResult({ change, message }: Pick<JobTargetDetail, 'change' | 'message'>): string {
  return [change, message].filter(each => each !== null).join('. ')
}
