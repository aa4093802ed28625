import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.tsx'
import text from '#components/ui/text.module.css'
import type { TargetStatus } from '#lib/hap/actions/job.ts'
import type { JobView } from '#lib/services/jobs/job-view.ts'
import { countAttempted, formatProgress, OUTCOME_LABELS } from './job-labels.ts'
import styles from './jobs.module.css'

/** Outcome of a target as icon and label. */
export function OutcomeText({ status }: { readonly status: TargetStatus }) {
  const { label, icon, tone } = OUTCOME_LABELS[status]
  return (
    <span className={cx(styles.outcome, text[tone])}>
      <Icon name={icon} size={14} />
      {label}
    </span>
  )
}

/** Progress bar of a job: successful and failed targets. */
export function JobProgress({ job, wide = false }: { readonly job: JobView; readonly wide?: boolean }) {
  const { total, counts } = job
  const tried = countAttempted(job)
  const share = (count: number) => ({ width: `${total === 0 ? 0 : (count / total) * 100}%` })
  return (
    <div
      className={cx(styles.progress, wide && styles.wide)}
      role="progressbar"
      aria-label="Bindings attempted"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={tried}
      aria-valuetext={formatProgress(job)}
    >
      <i className={styles.done} style={share(counts.done)} />
      <i className={styles.undone} style={share(tried - counts.done)} />
    </div>
  )
}
