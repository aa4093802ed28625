import { cx } from '#components/ui/cx.ts'
import type { JobView } from '#lib/services/jobs/job-view.ts'
import { progressWords, triedTargets } from './job-words.ts'
import styles from './jobs.module.css'

/** Progress bar of a job: successful and failed targets. */
export function JobProgress({ job, wide = false }: { readonly job: JobView; readonly wide?: boolean }) {
  const { total, counts } = job
  const tried = triedTargets(job)
  const share = (count: number) => ({ width: `${total === 0 ? 0 : (count / total) * 100}%` })
  return (
    <div
      className={cx(styles.progress, wide && styles.wide)}
      role="progressbar"
      aria-label="Bindings tried"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={tried}
      aria-valuetext={progressWords(job)}
    >
      <i className={styles.done} style={share(counts.done)} />
      <i className={styles.undone} style={share(tried - counts.done)} />
    </div>
  )
}
