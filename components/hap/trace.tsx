import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'
import styles from './trace.module.css'

/** The reasoning of a decision: numbered steps on one line. Its children are TraceStep elements. */
export function Trace({ children }: { readonly children: ReactNode }) {
  return <ol className={styles.trace}>{children}</ol>
}

interface TraceStepProps {
  readonly title: ReactNode
  /** The result of the step in a few words. */
  readonly summary?: ReactNode
  /** Right end: where a limit comes from, a link. */
  readonly aside?: ReactNode
  /** Never got to, since an earlier step decided. */
  readonly skipped?: boolean
  readonly children?: ReactNode
}

/** One step: title, result, evidence. */
export function TraceStep({ title, summary, aside, skipped = false, children }: TraceStepProps) {
  return (
    <li className={cx(styles.step, skipped && styles.skipped)}>
      <div className={styles.content}>
        <div className={styles.head}>
          <h2>{title}</h2>
          {summary !== undefined && <span className={styles.summary}>{summary}</span>}
          {aside !== undefined && <span className={styles.aside}>{aside}</span>}
        </div>
        {children}
      </div>
    </li>
  )
}
