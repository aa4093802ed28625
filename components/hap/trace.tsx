import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'
import styles from './trace.module.css'

/** Reasoning of a decision as numbered steps. Children are TraceStep elements. */
export function Trace({ children }: { readonly children: ReactNode }) {
  return <ol className={styles.trace}>{children}</ol>
}

interface TraceStepProps {
  readonly title: ReactNode
  /** Result of the step in a few words. */
  readonly summary?: ReactNode
  /** Content at the right end, such as a link or the source of a limit. */
  readonly aside?: ReactNode
  /** Whether an earlier step decided, so that this one did not run. */
  readonly skipped?: boolean
  readonly children?: ReactNode
}

/** One step with title, result and evidence. */
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
