import type { ReactNode } from 'react'
import styles from './detail-columns.module.css'

interface DetailColumnsProps {
  /** Panels of the main column. */
  readonly main: ReactNode
  /** Panels of the side column; below the main column on narrow screens. */
  readonly side: ReactNode
}

/** Two-column layout of a detail page. */
export function DetailColumns({ main, side }: DetailColumnsProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.main}>{main}</div>
      <div className={styles.side}>{side}</div>
    </div>
  )
}
